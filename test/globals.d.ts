/// <reference types="mocha" />

/** The development service's address on another origin than the component tests' pages; ends in a slash. */
declare const otherOrigin: string;
