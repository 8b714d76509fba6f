/** What ends a box: a cell, a name beside its description, a paragraph. */
const ends = /<\/(?:p|li|t[dh]|h\d|d[td]|pre|div|label|legend|small|summary|figcaption)>/g;

/** The text of markup, on one line. Boxes are apart in it: by their own full stop, or by a dot. */
export const textOfMarkup = (markup: string): string =>
  markup
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>|<button\b[\s\S]*?<\/button>|<br \/>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(ends, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/(?<=[\p{L}\p{N}\p{Pe}"’`]) *(?:\n *)+(?=[^\s\n])/gu, ' · ')
    .replaceAll(/\s+/g, ' ')
    .trim();
