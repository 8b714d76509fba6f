/**
 * Replaces all characters outside of ASCII by escapes, because browsers read scripts of a page without a declared
 * encoding as Latin-1.
 */
export const toAscii = (code: string): string =>
  code.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
