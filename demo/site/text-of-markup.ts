/** The text of markup, on one line. */
export const textOfMarkup = (markup: string): string =>
  markup
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>|<button\b[\s\S]*?<\/button>/g, ' ')
    .replaceAll(/<\/(?:p|li|td|th|h\d|dt|dd|pre|div)>|<br \/>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
