/** Tables: columns that fit their content, and cells that are stacked on a phone. */
import { textOfMarkup } from './text-of-markup.js';

/** The width of a table beside a list of pages, in characters. */
const WIDTH = 96;
/** The space around the text of a cell, in characters. */
const PADDING = 4;
/** A letter of code is wider than one of text. */
const LETTER = 1.2;
/** A wider word is broken, if the others have no space left. */
const MAX_WORD = 30;

/** A cell with its content. */
const cell = /<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/g;

/** Where a browser may break a line. */
const breaks = /\s+|(?<=[-_/])/;

/** The visible text of a cell. What is never broken is one word. Code has a padding, as wide as two letters. */
const wordsOf = (content: string): string =>
  content
    .replaceAll(/(?<=class="whole">)[^<]*/g, (code) => code.replaceAll(/[-_/ ]/g, 'x'))
    .replaceAll(/<span class="hidden">[^<]*/g, '')
    .replaceAll('</code>', 'xx')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;/g, '_')
    .trim();

/**
 * The columns' widths in percent. Each is as wide as its longest word. The rest goes to the columns with the most text, so
 * that rows are low. A fixed layout needs such widths. An automatic one moves when rows are added.
 */
function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const columns = (rows[0] ?? []).map((_, column) => {
    const texts = rows.map((row) => row[column] ?? '');
    const longest = Math.max(...texts.flatMap((text) => text.split(breaks)).map(({ length }) => length));
    return {
      width: Math.min(Math.ceil(longest * LETTER), MAX_WORD) + PADDING,
      // Texts are squared, because the longest one makes its row high.
      weight: texts.reduce((sum, { length }) => sum + length ** 2, 0),
    };
  });
  const total = () => columns.reduce((sum, { width }) => sum + width, 0);
  const gain = ({ weight, width }: { weight: number; width: number }) => weight / (width - PADDING) ** 3;
  while (total() < WIDTH) {
    const [neediest] = columns.toSorted((one, other) => gain(other) - gain(one));
    if (!neediest) break;
    neediest.width += 1;
  }
  // Long code is broken first, and words last.
  while (total() > WIDTH) {
    const [widest] = columns.toSorted((one, other) => other.width - one.width);
    if (!widest) break;
    widest.width -= 1;
  }
  const all = total();
  return columns.map(({ width }) => Math.round((width / all) * 100));
}

/** Allows a break inside a long name, such as `no_source_knows`, after each `_`. */
const withBreaks = (table: string): string =>
  table.replaceAll(/<code>[^<]*<\/code>/g, (code) => code.replaceAll(/_(?=\w)/g, '_<wbr>'));

/**
 * Every table with the widths of its columns. On a phone its cells are stacked, so each is labelled with its column. For
 * screen readers it stays a table.
 */
export const withTables = (body: string): string =>
  body.replaceAll(/<table\b[\s\S]*?<\/table>/g, (table) => {
    const [head = ''] = /<thead>[\s\S]*?<\/thead>/.exec(table) ?? [];
    const labels = [...head.matchAll(cell)].map(([, label = '']) => textOfMarkup(label));
    const rows = table.split('<tr').slice(1);
    const widths = columnWidths(
      rows.map((row) => [...row.matchAll(cell)].map(([, text = '']) => wordsOf(text))),
    );
    const columns = widths.map((width) => `<col width="${width}%" />`).join('');
    let column = 0;
    // Markdown needs a head. One without words would be a row with nothing in it.
    const withoutEmptyHead = labels.some(Boolean) ? table : table.replace(head, '');
    return withBreaks(withoutEmptyHead)
      .replace(/<table[^>]*>(?:<caption>[\s\S]*?<\/caption>)?/, `$&<colgroup>${columns}</colgroup>`)
      .replace('<table', '<table role="table"')
      .replaceAll(/<(thead|tbody|tr|th|td)\b([^>]*)>/g, (_, name: string, attributes: string) => {
        if (name === 'tr') column = 0;
        const isHead = /scope="row"/.test(attributes);
        const role = {
          thead: 'rowgroup',
          tbody: 'rowgroup',
          tr: 'row',
          td: 'cell',
          th: isHead ? 'rowheader' : 'columnheader',
        }[name];
        const label = name === 'td' ? labels[column] : '';
        if (name === 'td' || name === 'th') column++;
        return `<${name} role="${role}"${label ? ` data-label="${label.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"` : ''}${attributes}>`;
      });
  });
