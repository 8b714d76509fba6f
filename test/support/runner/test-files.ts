import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, engines } from '../browsers.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Test files: Web Test Runner runs those of components, Vitest those in Node, Playwright Test those of pages. */
const kinds = {
  components: /^components\/.*\.test\.ts$/,
  unit: /^unit\/.*\.test\.ts$/,
  pages: /^(?:e2e|site)\/.*\.spec\.ts$/,
} as const;
type Kind = keyof typeof kinds;

export type TestFiles = Record<Kind, string[]>;

export const byKind = (filesOf: (kind: Kind) => string[]): TestFiles => ({
  components: filesOf('components'),
  unit: filesOf('unit'),
  pages: filesOf('pages'),
});

const isOfSite = (file: string) => /^test\/(?:unit\/)?site\//.test(file);
/** Tests that take long and seldom find anything: `x.nightly.test.ts`. */
const isNightly = (file: string) => file.includes('.nightly.');

/** The files of `npm test`, `npm run test:site` and `npm run test:all`. */
export const suites: Readonly<Record<Suite, (file: string) => boolean>> = {
  library: (file) => !isOfSite(file) && !isNightly(file),
  site: (file) => isOfSite(file) && !isNightly(file),
  all: () => true,
};
export type Suite = 'library' | 'site' | 'all';

export const suiteFiles = (suite: Suite): TestFiles => {
  const all = testFiles(['test']);
  return byKind((kind) => all[kind].filter(suites[suite]));
};

/** The test files in or under `places`. A place may name a line, as in `x.spec.ts:12`. */
export const testFiles = (places: readonly string[]): TestFiles => byKind((kind) => filesOf(kind, places));

function filesOf(kind: Kind, places: readonly string[]): string[] {
  const wanted = places.map((place) => place.replace(/^\.\//, '').replace(/\/$/, ''));
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => kinds[kind].test(path))
    .map((path) => `test/${path}`)
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
