/** Numbers that pages show: measured at build, or read from files. */
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'));

export const { version } = read('package.json') as { version: string };

/** Bytes of a built file as it is sent, compressed with brotli; 0 before the library is built. */
export const sent = (path: string) =>
  existsSync(at(path)) ? brotliCompressSync(readFileSync(at(path))).length : 0;

/** `19.3 kB` */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
