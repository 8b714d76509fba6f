/** Tells that one more value is in the page; pages of the benchmark define it. */
declare function shown(): void;
