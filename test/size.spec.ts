import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { build, type Rolldown } from 'vite';

/** Bytes after brotli at quality 11 that a change may not pass unnoticed, and what we aim at. */
const sizes = {
  'lookup/index.js': { most: 7_230, aim: 4_700 },
  'define/visitor-value.js': { most: 16_960, aim: 13_200 },
  'visitor-elements.min.js': { most: 26_850, aim: 19_500 },
  'visitor-head.min.js': { most: 3_810, aim: 2_560 },
};

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

for (const [file, { most, aim }] of Object.entries(sizes))
  test(`${file} stays small`, async () => {
    const size = sizeOf(file.endsWith('.min.js') ? await readFile(dist(file)) : await bundled(file));
    console.log(`${file}: ${size} of ${most} bytes; the aim is ${aim}`);
    expect(size).toBeLessThanOrEqual(most);
  });
