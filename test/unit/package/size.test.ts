import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { brotliSize, bundleModule } from '../../../build/sizes.js';

/**
 * The limits, in bytes after brotli at quality 11: what a change adds, it takes out elsewhere. The budgets are 6,300,
 * 13,200, 29,500 and 17,000, and 14,000 for the panel; lower a limit with each step towards them.
 */
const sizes = {
  'lookup/index.js': 7330,
  'define/visitor-value.js': 13_830,
  'visitor-elements.min.js': 32_450,
  'visitor-core.min.js': 19_910,
  'visitor-devtools.min.js': 14_000,
};

const dist = (file: string) => fileURLToPath(new URL(`../../../dist/${file}`, import.meta.url));

for (const [file, most] of Object.entries(sizes))
  test(`${file} stays small`, async () => {
    const size = brotliSize(file.endsWith('.min.js') ? await readFile(dist(file)) : await bundleModule(file));
    expect(size).toBeLessThanOrEqual(most);
  });

test('visitor-attributes.min.js is small enough to be pasted, as it is', async () => {
  const { length } = await readFile(dist('visitor-attributes.min.js'));
  expect(length).toBeLessThanOrEqual(300);
});

test('client-hints.js stays small', async () => {
  expect(brotliSize(await readFile(dist('client-hints.js')))).toBeLessThanOrEqual(900);
});

const scripts = ['visitor-elements.min.js', 'visitor-core.min.js'];

for (const file of scripts)
  test(`${file} reads the same in a page without an encoding, whose scripts are read as Latin-1`, async () => {
    expect(await readFile(dist(file), 'latin1')).toMatch(/^[\t\n -~]*$/);
  });

for (const file of scripts)
  test(`${file} has its style sheets without their indentation`, async () => {
    expect(await readFile(dist(file), 'utf8')).not.toMatch(/[{;]\n +[\w-]+: /);
  });
