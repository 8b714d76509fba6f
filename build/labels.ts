import { readdirSync, readFileSync } from 'node:fs';
import { toAscii } from './ascii.js';

const folder = new URL('../src/labels/', import.meta.url);
const english = new Intl.DisplayNames('en', { type: 'language' });

/** The languages of `src/labels/`. */
export const labelLanguages: readonly string[] = readdirSync(folder)
  .map((file) => file.replace('.json', ''))
  .sort();

/**
 * `dist/labels/<language>.js`: the labels of cards in one language. The file pushes an item into the queue of extensions and has
 * neither `import` nor `export`, so both an import and any script tag can load it.
 */
export function labelsScript(language: string): string {
  const words = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as object;
  return `/** The words of cards in ${english.of(language)}. */
(globalThis[Symbol.for('visitor-elements:extensions')] ??= []).push([
  'labels',
  1,
  {
    ${language}: ${toAscii(JSON.stringify(words, null, 2)).replaceAll('\n', '\n    ')},
  },
]);
`;
}
