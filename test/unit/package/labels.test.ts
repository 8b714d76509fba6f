import { readdirSync, readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { textOf } from '../../../build/documents/documents.js';
import { labelLanguages } from '../../../build/labels.js';

const built = new URL('../../../dist/labels/', import.meta.url);
const place = `globalThis[Symbol.for('visitor-elements:extensions')]`;
/** All labels in a queue. */
const labelsIn = (queue: [kind: string, format: number, value: object][]): Record<string, object> =>
  Object.assign(
    {},
    ...queue.map(([kind, format, value]) => (kind === 'labels' && format === 1 ? value : {})),
  );
const script = (language: string) => readFileSync(new URL(`${language}.js`, built), 'latin1');
const words = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../src/labels/${language}.json`, import.meta.url), 'utf8'));

test('each language has one script and its types, and no other files are beside them', () => {
  const files = labelLanguages.flatMap((language) => [`${language}.d.ts`, `${language}.js`]);
  expect(readdirSync(built).sort()).toEqual(files.sort());
});

test('every language has all words', () => {
  const names = Object.keys(words('de'));
  expect(names.length).toBeGreaterThan(50);
  for (const language of labelLanguages) {
    expect(Object.keys(words(language)), language).toEqual(names);
    for (const [name, word] of Object.entries(words(language)))
      expect(word, `${language} ${name}`).toMatch(/\S/);
  }
});

test('the documentation lists the languages that there are, which are fourteen', () => {
  const [before = ''] = textOf('docs/translation.md').split('```');
  const listed = (before.match(/^- .*/gm) ?? []).join().matchAll(/`(.*?)`/g);
  expect(Array.from(listed, ([, language]) => language).sort()).toEqual(labelLanguages);
  expect(labelLanguages.length).toBeGreaterThanOrEqual(14);
});

test('labels files run as classic scripts, in any encoding, and add to each other’s words', () => {
  const page = createContext({});
  for (const language of labelLanguages) runInContext(script(language), page);
  const loaded = JSON.parse(runInContext(`JSON.stringify(${place})`, page));
  expect(labelsIn(loaded)).toEqual(
    Object.fromEntries(labelLanguages.map((language) => [language, words(language)])),
  );
  expect(runInContext('Object.keys(globalThis)', page)).toEqual([]);
});

test('a label file keeps the items that are there, in the same array, whose push may be another’s', () => {
  const page = createContext({});
  runInContext(`globalThis.held = ${place} = [['labels', 1, { en: { ip: 'IP' } }]]`, page);
  runInContext('held.push = (item) => (globalThis.pushed = Array.prototype.push.call(held, item))', page);
  runInContext(script('de'), page);
  const held = JSON.parse(runInContext('JSON.stringify(held)', page));
  expect(labelsIn(held)).toEqual({ en: { ip: 'IP' }, de: words('de') });
  expect(runInContext('pushed', page)).toBe(2);
});

test('a labels file can be imported, though it has no import and no export', async () => {
  await import(new URL('fr.js', built).href);
  const loaded = Reflect.get(globalThis, Symbol.for('visitor-elements:extensions'));
  expect(labelsIn(loaded)).toMatchObject({ fr: words('fr') });
  expect(script('fr')).not.toMatch(/^\s*(import|export)\b/m);
});

test('the labels file that the documentation shows has only names that are used', () => {
  const [, code = ''] = /```js\n(\(globalThis.*?)```/s.exec(textOf('docs/translation.md')) ?? [];
  const page = createContext({});
  runInContext(code, page);
  const { sv } = labelsIn(JSON.parse(runInContext(`JSON.stringify(${place})`, page)));
  expect(words('de')).toMatchObject(
    Object.fromEntries(Object.keys(sv ?? { none: 1 }).map((name) => [name, expect.any(String)])),
  );
});
