/** Code with escapes in place of other characters: browsers read the scripts of a page without an encoding as Latin-1. */
export const toAscii = (code: string): string =>
  code.replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
