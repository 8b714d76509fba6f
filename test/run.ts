import { readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startTestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
import type { Browser } from './browser.js';
import { adviceFor, type Engine, engines, provision } from './browsers.js';
import { run } from './command.js';
import { componentTests } from './web-test-runner.config.js';

/*
 * npm test                                              checks, builds and tests everything
 * npm test -- test/components/x.test.ts --engine webkit one file of component tests in one engine
 * npm test -- test/relay                                some of the tests that Playwright runs
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string', multiple: true } },
});
const everything = positionals.length === 0;
const components = everything ? ['test/components/**/*.test.ts'] : positionals.filter(isComponent);
const specs = positionals.filter((path) => !isComponent(path));

/** One file in one engine. */
type Session = TestSession & { engine: Engine | undefined };

interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped?: number;
  note?: string;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const outcomes: Outcome[] = [];
if (everything) {
  outcomes.push(await check('types'));
  outcomes.push(await check('style'));
  outcomes.push(await check('unused'));
}
if (components.length > 0) outcomes.push(...(await testComponents(components, wantedEngines())));
if (everything || specs.length > 0) {
  outcomes.push(await check('build'));
  outcomes.push(await testSpecs(specs));
}
report(outcomes);

function isComponent(path: string) {
  return /^(\.\/)?test\/components(\/|$)/.test(path);
}

function wantedEngines(): Engine[] {
  const wanted = values.engine ?? engines;
  const unknown = wanted.find((name) => !engines.some((engine) => engine === name));
  if (unknown) throw new Error(`--engine ${unknown}: expected one of ${engines.join(', ')}`);
  return engines.filter((engine) => wanted.includes(engine));
}

/** Runs one of the package's scripts; it counts as one test. */
async function check(name: string): Promise<Outcome> {
  const ok = await run(['npm', 'run', name], 600);
  return { name, passed: Number(ok), failed: Number(!ok) };
}

async function testComponents(files: string[], wanted: Engine[]): Promise<Outcome[]> {
  console.log('\nComponents: Web Test Runner');
  const browsers = await provision(wanted);
  const sessions = await runTwice(files, browsers);
  for (const browser of browsers.values()) browser.close?.();
  return wanted.map((engine) => outcomeOf(engine, browsers.get(engine), sessions));
}

/** A busy machine can upset a browser: files that failed run once more, and the log says which. */
async function runTwice(files: string[], browsers: Map<Engine, Browser>): Promise<Session[]> {
  const first = await runSessions(files, browsers);
  const again = [...new Set(first.filter(({ passed }) => !passed).map(({ testFile }) => testFile))];
  if (again.length === 0 || again.length > 10) return first;
  console.log(`\nOnce more: ${again.join(', ')}`);
  return [
    ...first.filter(({ testFile }) => !again.includes(testFile)),
    ...(await runSessions(again, browsers)),
  ];
}

async function runSessions(files: string[], browsers: Map<Engine, Browser>): Promise<Session[]> {
  if (browsers.size === 0) return [];
  const launchers = new Map([...browsers].map(([engine, { launcher }]) => [launcher(), engine]));
  const config = await componentTests(files, [...launchers.keys()]);
  // The WebDriver launcher leaves a page that can't be opened to its session's time limit, which reports it.
  process.on('unhandledRejection', (error) => console.error(String(error)));
  const runner = await startTestRunner({
    config,
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('Web Test Runner did not start');
  await new Promise((resolve) => (runner.stopped ? resolve(true) : runner.on('stopped', resolve)));
  return [...runner.sessions.all()].map((session) => ({
    ...session,
    engine: launchers.get(session.browser),
  }));
}

function outcomeOf(engine: Engine, browser: Browser | undefined, sessions: Session[]): Outcome {
  if (!browser) {
    return {
      name: engine,
      passed: 0,
      failed: process.env.CI ? 1 : 0,
      note: `missing. ${adviceFor([engine])}`,
    };
  }
  const outcome = { name: `${engine} ${browser.version}`, passed: 0, failed: 0, skipped: 0 };
  for (const session of sessions.filter((candidate) => candidate.engine === engine)) {
    const tests = testsOf(session.testResults);
    const failed = tests.filter((test) => !test.skipped && !test.passed).length;
    outcome.passed += tests.filter((test) => test.passed).length;
    outcome.skipped += tests.filter((test) => test.skipped).length;
    outcome.failed += session.passed ? 0 : Math.max(failed, 1);
  }
  return outcome;
}

function testsOf(suite: TestSuiteResult | undefined): TestSuiteResult['tests'] {
  return suite ? [...suite.tests, ...suite.suites.flatMap(testsOf)] : [];
}

async function testSpecs(paths: string[]): Promise<Outcome> {
  console.log('\nService, relay, package and demo: Playwright Test');
  const file = new URL('../test-results/playwright.json', import.meta.url);
  await rm(file, { force: true });
  const ok = await run(['npx', 'playwright', 'test', '-c', 'test/playwright.config.ts', ...paths], 2400);
  const { stats } = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> },
    () => ({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }),
  );
  const failed = stats.unexpected;
  const name = 'Playwright Test';
  return {
    name,
    passed: stats.expected + stats.flaky,
    failed: ok ? failed : Math.max(failed, 1),
    skipped: stats.skipped,
  };
}

function report(results: Outcome[]) {
  console.log();
  for (const { name, passed, failed, skipped, note } of results) {
    console.log(
      `${name}: ${note ?? `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`}`,
    );
  }
  const total = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0);
  process.exitCode = total('failed') > 0 ? 1 : 0;
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
}
