import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { build, type Rolldown } from 'vite';

/** Bytes after brotli at quality 11: what a change must acknowledge. The aim is 2,560 and 11,264. */
const budget = { lookup: 4_300, script: 16_000 };

const dist = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));

function sizeOf(code: string | Buffer) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(code, { params }).length;
}

/** What a bundler makes of a page that imports all of one module. */
async function bundled(module: string) {
  const input = dist(module);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output[0].code;
}

test('lookup.js stays small', async () => {
  const size = sizeOf(await bundled('lookup/index.js'));
  console.log(`lookup.js: ${size} of ${budget.lookup} bytes`);
  expect(size).toBeLessThanOrEqual(budget.lookup);
});

test('the script tag stays small', async () => {
  const size = sizeOf(await readFile(dist('visitor-elements.min.js')));
  console.log(`visitor-elements.min.js: ${size} of ${budget.script} bytes`);
  expect(size).toBeLessThanOrEqual(budget.script);
});
