/** A process that has files of Playwright Test loaded, and runs the tests it is told to; `specs.ts` starts it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Collected, Suite } from './stand-in.js';
import type { Counts, Switch } from './switch.js';

/** What the host is told. */
export interface Order {
  mutant?: string | undefined;
  hitLimit?: number | undefined;
  /** Tests in order, each with the milliseconds it may take. */
  tests: { id: string; most: number }[];
  /** Whether to note what each test covers, and to go on after a failure. */
  isDry: boolean;
}

/** What it says: of each test, and in the end that it is done. */
export type Said =
  | { ready: { ids: string[]; loading: Counts; leftOut: string[] } }
  | { begun: string }
  | { id: string; passed: boolean; message: string; milliseconds: number; covered: Counts }
  | { done: true };

const say = (said: Said) => process.send?.(said);

// Tests import Playwright Test, and get its stand-in.
const standInAddress = JSON.stringify(new URL('stand-in.ts', import.meta.url).href);
const hook = `export const resolve = (name, context, next) =>
  next(name === '@playwright/test' && context.parentURL !== ${standInAddress} ? ${standInAddress} : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const standIn = await import('./stand-in.js');

const coverage = () => {
  globalThis.__stryker__ ??= {} as Switch;
  globalThis.__stryker__.mutantCoverage ??= { static: {}, perTest: {} };
  return globalThis.__stryker__.mutantCoverage;
};
coverage();

for (const file of process.argv.slice(2)) {
  standIn.begin(file);
  await import(pathToFileURL(resolve(file)).href);
}
const idOf = ({ file, title }: Collected) => `${file} ${title}`;
/** A page and the like are Playwright's own. */
const needsBrowser = ({ body, fixtures }: Collected) =>
  (/^async\s*\(\s*\{([^}]*)\}/.exec(String(body))?.[1] ?? '')
    .split(',')
    .some((name) => name.trim() !== '' && !(name.trim() in fixtures));
const tests = new Map(
  standIn.collected.filter((test) => !needsBrowser(test)).map((test) => [idOf(test), test]),
);

let failures: unknown[] = [];
process.on('unhandledRejection', (error) => failures.push(error));
process.on('uncaughtException', (error) => failures.push(error));
const untouched = { now: Date.now, performanceNow: performance.now, error: console.error };
const cover = new URL('cover.mjs', import.meta.url).href;
/** Suites whose `beforeAll` ran. */
const open = new Set<Suite>();

process.on('message', (order: Order) => void obey(order));
process.on('disconnect', () => process.exit());
standIn.setRunning(true);
say({
  ready: {
    ids: [...tests.keys()],
    loading: coverage().static,
    leftOut: standIn.collected.filter(needsBrowser).map(idOf),
  },
});

async function obey({ mutant, hitLimit, tests: wanted, isDry }: Order): Promise<void> {
  const state = globalThis.__stryker__;
  state.activeMutant = mutant;
  state.hitLimit = hitLimit;
  // For the processes that tests start.
  if (mutant) process.env.__STRYKER_ACTIVE_MUTANT__ = mutant;
  else delete process.env.__STRYKER_ACTIVE_MUTANT__;
  for (const { id, most } of wanted) {
    const test = tests.get(id);
    if (!test) continue;
    say({ begun: id });
    const folder = isDry ? await mkdtemp(join(tmpdir(), 'cover-')) : '';
    if (folder) Object.assign(process.env, { COVER_IN: folder, NODE_OPTIONS: `--import=${cover}` });
    state.hitCount = 0;
    if (isDry) state.currentTestId = id;
    failures = [];
    const begun = performance.now();
    let message = '';
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not done in ${most} ms`)), most);
      });
      await Promise.race([runOne(test), late]);
      await new Promise(setImmediate);
      if (failures.length > 0) throw failures[0];
    } catch (error) {
      if (!(error instanceof standIn.Skipped))
        message = String(error instanceof Error ? error.message : error) || 'failed';
    }
    clearTimeout(timer);
    Date.now = untouched.now;
    performance.now = untouched.performanceNow;
    console.error = untouched.error;
    const milliseconds = performance.now() - begun;
    const covered = { ...coverage().perTest[id], ...(folder && (await countsIn(folder))) };
    if (folder) await rm(folder, { recursive: true, force: true });
    say({ id, passed: !message, message: message.slice(0, 500), milliseconds, covered });
    if (message && !isDry) break;
  }
  for (const suite of open) for (const work of suite.afterAll) await Promise.resolve(work()).catch(() => {});
  open.clear();
  say({ done: true });
}

async function runOne({ suite, fixtures, body }: Collected): Promise<void> {
  const suites: Suite[] = [];
  for (let each: Suite | undefined = suite; each; each = each.parent) suites.unshift(each);
  if (suites.some(({ isSkipped }) => isSkipped)) throw new standIn.Skipped();
  for (const each of suites) {
    if (open.has(each)) continue;
    open.add(each);
    for (const work of each.beforeAll) await work();
  }
  const known: Record<string, unknown> = {};
  const withFixtures = Object.entries(fixtures).reduceRight<() => Promise<void>>(
    (next, [name, fixture]) =>
      () =>
        fixture(known, async (value) => {
          known[name] = value;
          await next();
        }),
    async () => {
      for (const each of suites) for (const work of each.beforeEach) await work();
      try {
        await body(known as never);
      } finally {
        for (const each of suites) for (const work of each.afterEach) await work();
      }
    },
  );
  await withFixtures();
}

async function countsIn(folder: string): Promise<Counts> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.assign({}, ...texts.map((text) => JSON.parse(text) as Counts));
}
