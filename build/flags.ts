/** The folder of the flags, one SVG file for each country. */
export const flagFolder = new URL('3x2/', import.meta.resolve('country-flag-icons/package.json'));
