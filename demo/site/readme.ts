import { readFileSync } from 'node:fs';
import { asMarkup, scrollBox } from './code.js';

const file = new URL('../../README.md', import.meta.url);

/**
 * One of the README's tables, found by its first column's heading, so that the two never differ.
 *
 * @throws where the README has no such table.
 */
export function readmeTable(first: string, label: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${first} |`));
  if (start < 0) throw new Error(`The README has no table whose first column is “${first}”.`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(start, end).map(cellsOf);
  const row = ([name = '', ...cells]: string[]) =>
    `<tr><th scope="row">${inline(name)}</th>${cells.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`;
  const heading = head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
  return scrollBox(
    label,
    `<table><thead><tr>${heading}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`,
  );
}

/** A line's cells; a bar that is escaped belongs to its cell. */
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Code, strong words, and the words of links, which lead to places of the README. */
const inline = (text: string) =>
  asMarkup(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
