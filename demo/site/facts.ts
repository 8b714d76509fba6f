/** Figures that pages show, measured at build time or read from files. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'));

export const { version } = read('package.json') as { version: string };

const known = new Map<string, { changed: number; bytes: number }>();

/** The size of a file compressed with brotli, in bytes. Measured again when the file changes. */
function sent(path: string): number {
  const changed = statSync(at(path)).mtimeMs;
  const before = known.get(path);
  if (before?.changed === changed) return before.bytes;
  const bytes = brotliCompressSync(readFileSync(at(path))).length;
  known.set(path, { changed, bytes });
  return bytes;
}

/** The files that a page may load, with their sizes, if the build has them. */
export const sizes = () =>
  [
    { file: 'visitor-elements.min.js', is: 'one classic script: every element, Lit included' },
    {
      file: 'visitor-core.min.js',
      is: 'a smaller one: values, switches and attributes on <code>&lt;html&gt;</code>',
    },
    {
      file: 'visitor-attributes.min.js',
      is: 'for the head: restores the attributes on <code>&lt;html&gt;</code> before the first paint',
    },
    { file: 'reserve.css', is: 'keeps the place of elements until the script is there' },
  ]
    .filter(({ file }) => existsSync(at(`dist/${file}`)))
    .map((size) => ({ ...size, bytes: sent(`dist/${size.file}`) }));

/** `19.3 kB` */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const spelt: Record<string, string> = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };

/** The engines that the tests run in. */
export function testedEngines(): string[] {
  const [, list = ''] =
    /engines = \[([^\]]*)\]/.exec(readFileSync(at('test/support/browsers.ts'), 'utf8')) ?? [];
  return list.match(/\w+/g)?.map((name) => spelt[name] ?? name) ?? [];
}
