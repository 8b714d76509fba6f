const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

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

/** A text as a cell of a table, or in a line. */
export const cellText = (text: string): string => text.replaceAll(/([<>|])/g, '\\$1');
