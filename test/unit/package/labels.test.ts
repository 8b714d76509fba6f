import { readdirSync, readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { textOf } from '../../../build/documents.js';
import { labelLanguages } from '../../../build/labels.js';

const built = new URL('../../../dist/labels/', import.meta.url);
const place = `globalThis[Symbol.for('visitor-elements:labels')]`;
const script = (language: string) => readFileSync(new URL(`${language}.js`, built), 'latin1');
const words = (language: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../src/labels/${language}.json`, import.meta.url), 'utf8'));

test('each language has one script and its types, and no other files are beside them', () => {
  const files = labelLanguages.flatMap((language) => [`${language}.d.ts`, `${language}.js`]);
  expect(readdirSync(built).sort()).toEqual(files.sort());
});

test('labels files run as classic scripts, in any encoding, and add to each other’s words', () => {
  const page = createContext({});
  for (const language of labelLanguages) runInContext(script(language), page);
  const loaded = JSON.parse(runInContext(`JSON.stringify(${place})`, page));
  expect(loaded).toEqual(Object.fromEntries(labelLanguages.map((language) => [language, words(language)])));
  expect(runInContext('Object.keys(globalThis)', page)).toEqual([]);
});

test('a label file keeps labels that a page wrote before it, and the object itself', () => {
  const page = createContext({});
  runInContext(`globalThis.held = ${place} = { en: { ip: 'IP' }, de: { ip: 'Nummer' } }`, page);
  runInContext(script('de'), page);
  const held = runInContext('held', page);
  expect(JSON.parse(JSON.stringify(held))).toEqual({ en: { ip: 'IP' }, de: words('de') });
  expect(runInContext(`${place} === held`, page)).toBe(true);
});

test('a labels file can be imported, though it has no import and no export', async () => {
  await import(new URL('fr.js', built).href);
  const loaded: unknown = Reflect.get(globalThis, Symbol.for('visitor-elements:labels'));
  expect(loaded).toMatchObject({ fr: words('fr') });
  expect(script('fr')).not.toMatch(/^\s*(import|export)\b/m);
});

test('the labels file that the documentation shows has names of the package, and pushes into its queue', () => {
  const [, code = ''] = /```js\n(\(globalThis.*?)```/s.exec(textOf('docs/translation.md')) ?? [];
  const page = createContext({});
  runInContext(code, page);
  const queue = "globalThis[Symbol.for('visitor-elements:extensions')]";
  const [[kind, format, { sv }]] = JSON.parse(runInContext(`JSON.stringify(${queue})`, page));
  expect([kind, format]).toEqual(['labels', 1]);
  expect(Object.keys(words('de') as object)).toEqual(expect.arrayContaining(Object.keys(sv)));
});
