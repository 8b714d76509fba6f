/** Lines of code. A line that is too long is wrapped, and continues two characters to the right of its beginning. */
import { asMarkup } from './markup.js';

/** The style sheet has this many levels of indentation, of two spaces each. */
const MAX_LEVEL = 6;

/** An indentation before a word that may be too long for the rest of a phone's line. */
const longStart = /^ +\S{12}/;
/** The indentation with the beginning of the word. A break between both would leave an empty line. */
const start = /^ +(?:<span[^>]*>[^<]{1,20}<\/span>|&\w+;|[^<&])/;

/** The lines' markup as the markup of code. The text is unchanged, so that it can be copied. */
export const codeOfLines = (lines: readonly string[]): string =>
  lines
    .map((line, index) => {
      const text = line.replaceAll(/<[^>]*>/g, '');
      const level = Math.min(Math.floor(text.search(/[^ ]|$/) / 2), MAX_LEVEL);
      const kept = longStart.test(text) ? line.replace(start, '<span class="start">$&</span>') : line;
      const end = index < lines.length - 1 ? '\n' : '';
      return `<span class="line${level > 0 ? ` level-${level}` : ''}">${kept}${end}</span>`;
    })
    .join('');

/** Text of a line as markup. A URL may be broken after each `/`. */
export const codeText = (text: string): string => asMarkup(text).replaceAll(/(?<=\w)\/(?=\w)/g, '/<wbr>');
