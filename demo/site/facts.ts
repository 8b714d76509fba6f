/** Numbers that pages show: measured at build, or read from files. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'));

export const { version } = read('package.json') as { version: string };

const known = new Map<string, { changed: number; bytes: number }>();

/** Bytes of a file as it is sent, compressed with brotli; measured again when the file has changed. */
function sent(path: string): number {
  const changed = statSync(at(path)).mtimeMs;
  const before = known.get(path);
  if (before?.changed === changed) return before.bytes;
  const bytes = brotliCompressSync(readFileSync(at(path))).length;
  known.set(path, { changed, bytes });
  return bytes;
}

/** Files that pages load, with their bytes; those that this version has. */
export const sizes = () =>
  [
    { file: 'visitor-elements.min.js', is: 'one classic script: every element, Lit included' },
    { file: 'visitor-core.min.js', is: 'a smaller one: values, switches and hooks for CSS' },
    { file: 'visitor-attributes.min.js', is: 'for the head: hooks for CSS before the first paint' },
    { file: 'reserve.css', is: 'keeps the place of elements until the script is there' },
  ]
    .filter(({ file }) => existsSync(at(`dist/${file}`)))
    .map((size) => ({ ...size, bytes: sent(`dist/${size.file}`) }));

/** `19.3 kB` */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** What `npm run benchmark` wrote down. */
interface Results {
  /** `YYYY-MM-DD` */
  date: string;
  browser: string;
  processor: string;
  rows: {
    /** With code in back quotes. */
    name: string;
    bytes: number;
    asked?: { values: number; requests: number; preflights: number }[];
    /** Milliseconds until a thousand values are on screen. */
    thousand?: number;
  }[];
}

/** What was measured last; nothing where that was never done. */
export const results = (): Results | undefined =>
  existsSync(at(measured)) ? (read(measured) as Results) : undefined;
const measured = 'test/benchmarks/results.json';

const spelt: Record<string, string> = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };

/** The engines that the tests run in, as the tests name them. */
export function testedEngines(): string[] {
  const [, list = ''] =
    /engines = \[([^\]]*)\]/.exec(readFileSync(at('test/support/browsers.ts'), 'utf8')) ?? [];
  return list.match(/\w+/g)?.map((name) => spelt[name] ?? name) ?? [];
}
