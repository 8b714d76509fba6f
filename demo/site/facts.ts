/** Figures that pages show, measured at build time or read from files. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

const { version } = manifest;

export { version };

/** Where the package's source is, once `package.json` says so. */
export const repository = ((): string | undefined => {
  const { repository } = manifest as { repository?: string | { url: string } };
  return (typeof repository === 'object' ? repository.url : repository)?.replaceAll(/^git\+|\.git$/g, '');
})();

/** The size of the script with every element as it is sent, `32.8 kB`. */
export const scriptSize = (): string => {
  const bytes = brotliCompressSync(readFileSync(at('dist/visitor-elements.min.js'))).length;
  return `${(bytes / 1000).toFixed(1)} kB`;
};
