/// <reference types="mocha" />

/** The development service's URL, on another origin than the component tests' pages. Ends with a slash. */
declare const otherOrigin: string;

/** The seed of the property tests' cases. It differs in every run. */
declare const seed: number;
