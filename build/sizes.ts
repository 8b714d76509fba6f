/** Sizes of files and modules as they are sent. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { markdownTable } from './markdown.js';

const dist = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));

/** Bytes after Brotli at quality 11. */
export const brotliSize = (code: string | Buffer): number =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
    .length;

/** The bundle of a page that imports everything from one module of `dist/`. */
export async function bundleModule(module: string): Promise<string> {
  const input = dist(module);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // Without this, Vite would use the development condition in tests.
    resolve: { conditions: ['module', 'browser', 'production'] },
    build: { write: false, target: 'es2022', rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output[0].code;
}

const scripts = {
  'visitor-elements.min.js': 'script with all elements',
  'visitor-core.min.js': 'script with values and switches',
};
const modules = {
  'lookup.js': 'lookup/index.js',
  'visitor-value.js': 'define/visitor-value.js',
  'visitor-switch.js': 'define/visitor-switch.js',
  'visitor-map.js': 'define/visitor-map.js',
  'visitor-country-select.js': 'define/visitor-country-select.js',
  'visitor-user-agent.js': 'define/visitor-user-agent.js',
  'visitor-asn.js': 'define/visitor-asn.js',
  'visitor-info.js': 'define/visitor-info.js',
  'define.js': 'define.js',
  'countries.js': 'countries.js',
  'client-hints.js': 'client-hints.js',
};

/** A sentence about sizes for the README. */
export async function sizeSummary(): Promise<string> {
  const whole = kilobytes(brotliSize(readFileSync(dist('visitor-elements.min.js'))));
  const core = kilobytes(brotliSize(readFileSync(dist('visitor-core.min.js'))));
  const lookup = kilobytes(brotliSize(await bundleModule('lookup/index.js')));
  return `The script with Lit and all elements is ${whole} kB, the one for values and switches ${core} kB, and the lookup module ${lookup} kB (Brotli).`;
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** The table of sizes, as Markdown. */
export async function sizeTable(): Promise<string> {
  const rows = [
    ...Object.entries(scripts).map(
      ([file, words]) => [file, words, brotliSize(readFileSync(dist(file)))] as const,
    ),
    ...(await Promise.all(
      Object.entries(modules).map(
        async ([name, file]) =>
          [`visitor-elements/${name}`, 'module, bundled', brotliSize(await bundleModule(file))] as const,
      ),
    )),
  ];
  return markdownTable(
    ['file', 'what', 'kB'],
    rows.map(([file, words, bytes]) => [`\`${file}\``, words, kilobytes(bytes)]),
  );
}
