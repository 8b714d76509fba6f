import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, engines } from '../browsers.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The files of component tests that are, or lie in, one of `places`. */
export function componentFiles(places: readonly string[] = ['test/components']): string[] {
  const all = readdirSync(join(root, 'test/components'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/components/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
  const wanted = places.map((place) => place.replace(/^\.\//, '').replace(/\/$/, ''));
  return all.filter((path) => wanted.some((place) => path === place || path.startsWith(`${place}/`)));
}

/**
 * Where a file runs when no engine is asked for: `x.engines.test.ts` in all, since browsers differ in what it tests
 * (their `Intl`, parser, storage, focus, layout), any other in the first.
 */
export const enginesOf = (file: string): readonly Engine[] =>
  file.endsWith('.engines.test.ts') ? engines : engines.slice(0, 1);
