import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';

/** A heading and its anchor, as GitHub makes it. */
export interface Heading {
  level: number;
  text: string;
  slug: string;
}

const parser = new MarkdownIt({ html: true });

/** The headings of a document, in their order. */
export function headingsOf(text: string): Heading[] {
  const slugger = new GithubSlugger();
  const tokens = parser.parse(text, {});
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const words = plain(tokens[index + 1]);
    return { level: Number(token.tag.slice(1)), text: words, slug: slugger.slug(words) };
  });
}

const plain = (token?: Token) => token?.children?.map(({ content }) => content).join('') ?? '';

/** The targets of a document's links and pictures, including those in HTML. */
export function linksOf(text: string): string[] {
  return parser
    .parse(text, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .flatMap((token) => {
      if (token.type === 'link_open') return String(token.attrGet('href') ?? '') || [];
      if (token.type === 'image') return String(token.attrGet('src') ?? '') || [];
      if (!token.type.startsWith('html')) return [];
      return [...token.content.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)].map(([, link = '']) => link);
    });
}

/**
 * A document's text for another folder of the project, with relative links changed so that they still lead to the same
 * files.
 */
export const withMovedLinks = (text: string, from: string, to: string): string =>
  text.replaceAll(/\]\((?!https?:|#)([^)#]*)/g, (_, link: string) => {
    const target = posix.join(posix.dirname(from), link);
    return `](${posix.relative(posix.dirname(to), target)}`;
  });

const row = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
/** In a table, a `|` ends a cell even in code. */
const escaped = (cell: string) => cell.replaceAll(/(?<!\\)\|/g, '\\|');

export const markdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(row)].join('\n');

/** A table without its empty columns. */
export function compactTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const hasCells = (_: unknown, column: number) => rows.some((row) => row[column]);
  return markdownTable(
    heads.filter(hasCells),
    rows.map((row) => row.filter(hasCells)),
  );
}

/** A text whose angle brackets are no HTML. */
export const literalText = (text: string): string => text.replaceAll(/([<>])/g, '\\$1');
