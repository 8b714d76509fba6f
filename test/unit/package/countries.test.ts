import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const file = new URL('../../../dist/countries.js', import.meta.url);
const place = `globalThis[Symbol.for('visitor-elements:extensions')]`;
const germany = { location: { country: { code: 'DE' } } };

type Complete = (data: object) => object;

/** What the file pushed. */
function completeIn(queue: [kind: string, format: number, value: Complete][]): Complete {
  const item = queue.find(([kind, format]) => kind === 'countries' && format === 1);
  return item?.[2] as Complete;
}

test('the file of countries runs as a classic script, and as a module', async () => {
  const script = await readFile(file, 'utf8');
  const page = createContext({});
  runInContext(script, page);
  const complete = completeIn(runInContext(place, page));
  expect(complete(germany)).toMatchObject({ currency: { code: 'EUR' } });
  await import(pathToFileURL(file.pathname).href);
  const completeInModule = completeIn(Reflect.get(globalThis, Symbol.for('visitor-elements:extensions')));
  expect(completeInModule(germany)).toMatchObject({ currency: { code: 'EUR' } });
});

test('it leaves nothing else in the page, and reads the same in any encoding', async () => {
  const script = await readFile(file, 'latin1');
  const page = createContext({});
  runInContext(script, page);
  expect(runInContext('Object.keys(globalThis)', page)).toEqual([]);
  expect(script).toMatch(/^[\n -~]*$/);
  const turkey = { location: { country: { code: 'TR' } } };
  const complete = completeIn(runInContext(place, page));
  expect(complete(turkey)).toMatchObject({ location: { country: { name: 'Türkiye' } } });
});

test('it is as small as the table allows', async () => {
  expect(brotliCompressSync(await readFile(file)).length).toBeLessThanOrEqual(4_750);
});
