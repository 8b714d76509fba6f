/** Reports that one more value is on the page. Pages of the benchmark define it. */
declare function shown(): void;
