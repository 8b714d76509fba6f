import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { path } from './path.js';

/** The folder of the flags, one SVG file for each country. */
export const flagFolder = new URL('3x2/', import.meta.resolve('country-flag-icons/package.json'));

/** `dist/flags/`, with their licence. */
export function copyFlags(): void {
  mkdirSync(path('dist/flags'), { recursive: true });
  for (const name of readdirSync(flagFolder).filter((name) => name.endsWith('.svg')))
    copyFileSync(new URL(name, flagFolder), path(`dist/flags/${name}`));
  copyFileSync(new URL('../LICENSE', flagFolder), path('dist/flags/LICENSE'));
}
