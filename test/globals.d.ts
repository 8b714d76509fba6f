/// <reference types="mocha" />

/** The development service's address on another origin than the component tests' pages; ends in a slash. */
declare const otherOrigin: string;

/** What the cases of property tests are made from: another in each run. */
declare const seed: number;
