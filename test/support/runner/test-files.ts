import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, engines } from '../browsers.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Test files by folder. Web Test Runner runs component tests, Vitest those in Node, Playwright Test those of pages. */
const suffixes = { components: '.test.ts', unit: '.test.ts', e2e: '.spec.ts' } as const;
type Kind = keyof typeof suffixes;

export type TestFiles = Record<Kind, string[]>;

export const byKind = (filesOf: (kind: Kind) => string[]): TestFiles => ({
  components: filesOf('components'),
  unit: filesOf('unit'),
  e2e: filesOf('e2e'),
});

/** The test files in or under `places`. A place may name a line, as in `x.spec.ts:12`. */
export const testFiles = (places: readonly string[]): TestFiles => byKind((kind) => filesOf(kind, places));

function filesOf(kind: Kind, places: readonly string[]): string[] {
  const wanted = places.map((place) => place.replace(/^\.\//, '').replace(/\/$/, ''));
  return readdirSync(join(root, 'test', kind), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${kind}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(suffixes[kind]))
    .flatMap((path) => {
      const isWanted = wanted.some((place) => path === place || path.startsWith(`${place}/`));
      return isWanted ? path : wanted.filter((place) => place.startsWith(`${path}:`));
    })
    .sort();
}

/**
 * The engines of a file of component tests, if none is requested: all for `x.engines.test.ts`, which tests what differs
 * between browsers (`Intl`, parser, storage, focus, layout), and the first for any other file.
 */
export const enginesOf = (file: string): readonly Engine[] =>
  file.endsWith('.engines.test.ts') ? engines : engines.slice(0, 1);
