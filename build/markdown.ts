const row = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
/** In a table, a `|` ends a cell even in code. */
const escaped = (cell: string) => cell.replaceAll(/(?<!\\)\|/g, '\\|');

/** A table in Markdown. */
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
