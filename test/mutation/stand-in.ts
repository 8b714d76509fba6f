/** Stands in for Playwright Test where `spec-host.ts` runs its files: collects tests instead of running them. */
import { expect } from '@playwright/test';

export { expect };

type Work = (...args: never[]) => unknown;
type Fixture = (known: object, use: (value: unknown) => Promise<void>) => Promise<void>;
type Fixtures = Record<string, Fixture>;
/** As files write them, some with options: one that is `auto` runs for each test, as all do here. */
type WrittenFixtures = Record<string, Fixture | [Fixture, object]>;

/** A file or a `describe`. */
export interface Suite {
  title: string;
  parent: Suite | undefined;
  beforeAll: Work[];
  afterAll: Work[];
  beforeEach: Work[];
  afterEach: Work[];
  isSkipped: boolean;
}

/** One collected test. */
export interface Collected {
  file: string;
  /** With those of its suites. */
  title: string;
  suite: Suite;
  fixtures: Fixtures;
  body: Work;
}

export const collected: Collected[] = [];
let file = '';
let suite = newSuite('', undefined);

/** From here on, tests belong to this file. */
export function begin(name: string): void {
  file = name;
  suite = newSuite('', undefined);
}

function newSuite(title: string, parent: Suite | undefined): Suite {
  return { title, parent, beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], isSkipped: false };
}

/** Thrown by a test that skips itself. */
export class Skipped extends Error {}

let isRunning = false;
export function setRunning(is: boolean): void {
  isRunning = is;
}

function makeTest(fixtures: Fixtures) {
  const test = (title: string, body: Work) => {
    collected.push({ file, title: `${suite.title}${title}`, suite, fixtures, body });
  };
  const describe = (title: string, body: () => void) => {
    const outer = suite;
    suite = newSuite(`${outer.title}${title} › `, outer);
    body();
    suite = outer;
  };
  return Object.assign(test, {
    describe: Object.assign(describe, { configure: () => {} }),
    beforeAll: (work: Work) => void suite.beforeAll.push(work),
    afterAll: (work: Work) => void suite.afterAll.push(work),
    beforeEach: (work: Work) => void suite.beforeEach.push(work),
    afterEach: (work: Work) => void suite.afterEach.push(work),
    // The mutation run has time limits of its own.
    setTimeout: () => {},
    skip(condition: unknown = true) {
      if (condition && isRunning) throw new Skipped();
      suite.isSkipped ||= Boolean(condition);
    },
    extend: (more: WrittenFixtures) => makeTest({ ...fixtures, ...withoutOptions(more) }),
  });
}

const withoutOptions = (written: WrittenFixtures): Fixtures =>
  Object.fromEntries(
    Object.entries(written).map(([name, fixture]) => [name, Array.isArray(fixture) ? fixture[0] : fixture]),
  );

export const test = makeTest({});
