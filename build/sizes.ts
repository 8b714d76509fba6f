/** Sizes of files and modules as they are sent. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { markdownTable } from './documents/markdown.js';
import { path } from './path.js';

/** Bytes after Brotli at its highest quality, which is the default. */
export const brotliSize = (code: string | Buffer): number => brotliCompressSync(code).length;

/** The bundle of a page that imports everything from one module of `dist/`. */
export async function bundleModule(module: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // Without this, Vite would use the development condition in tests.
    resolve: { conditions: ['module', 'browser', 'production'] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: path(`dist/${module}`), preserveEntrySignatures: 'strict' },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output[0].code;
}

const scripts = {
  'visitor-elements.min.js': 'script with all elements',
  'visitor-core.min.js': 'script with values and switches',
};
const modules = [
  'lookup.js',
  'visitor-value.js',
  'visitor-switch.js',
  'visitor-map.js',
  'visitor-country-select.js',
  'visitor-user-agent.js',
  'visitor-asn.js',
  'visitor-info.js',
  'define.js',
  'countries.js',
  'client-hints.js',
] as const;

/** The size of a script in `dist/`, in kB. */
export const sizeOfScript = (file: string): string =>
  kilobytes(brotliSize(readFileSync(path(`dist/${file}`))));
const sizeOfModule = async (name: (typeof modules)[number]) =>
  kilobytes(brotliSize(await bundleModule(manifest.exports[`./${name}`].replace('./dist/', ''))));
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** A sentence about sizes for the README. */
export const sizeSummary = async (): Promise<string> =>
  `The script with Lit and all elements is ${sizeOfScript('visitor-elements.min.js')} kB, the one for values and switches ${sizeOfScript('visitor-core.min.js')} kB, and the lookup module ${await sizeOfModule('lookup.js')} kB (Brotli).`;

export async function sizeTable(): Promise<string> {
  const ofScripts = Object.entries(scripts).map(([file, words]) => [
    `\`${file}\``,
    words,
    sizeOfScript(file),
  ]);
  const ofModules = modules.map(async (name) => [
    `\`${manifest.name}/${name}\``,
    'module, bundled',
    await sizeOfModule(name),
  ]);
  return markdownTable(['file', 'what', 'kB'], [...ofScripts, ...(await Promise.all(ofModules))]);
}
