import { relative } from 'node:path';
import {
  type BrowserLauncher,
  startTestRunner,
  type TestSession,
  type TestSuiteResult,
} from '@web/test-runner';
import type { Browser } from '../browser.js';
import { adviceFor, type Engine, engines, provision } from '../browsers.js';
import { componentTests } from '../web-test-runner.config.js';
import { addUp, firstLine, type Outcome } from './outcome.js';
import { RunningFiles } from './running.js';
import { enginesOf } from './test-files.js';

/** One file in one engine. */
type Session = TestSession & { engine: Engine; seconds: number };

interface Batch {
  engine: Engine;
  browser: Browser;
  files: string[];
}

/**
 * Runs files of component tests in the engines that each is for, or in those that are asked for; property tests make
 * their cases from `seed`. A file that takes more than `fileLimit` seconds is stopped, and has failed.
 */
export async function testComponents(
  files: string[],
  asked: Engine[] | undefined,
  seed: number,
  fileLimit = 300,
): Promise<Outcome[]> {
  if (files.length === 0) return [];
  const begun = performance.now();
  const filesFor = (engine: Engine) => files.filter((file) => (asked ?? enginesOf(file)).includes(engine));
  const wanted = engines.filter((engine) => filesFor(engine).length > 0);
  console.log(
    `\nComponents: Web Test Runner. Property tests have the seed ${seed}; the same again: --seed ${seed}`,
  );
  const browsers = await provision(wanted);
  const first = await runSessions(
    [...browsers].map(([engine, browser]) => ({ engine, browser, files: filesFor(engine) })),
    seed,
    fileLimit,
  );
  close(browsers);
  const lost = first.filter(lostItsBrowser);
  const again = await testAgain(lost, seed, fileLimit);
  const sessions = [...first.filter((session) => !lost.includes(session)), ...again];
  const seconds = (performance.now() - begun) / 1000;
  return wanted.map((engine) => ({ ...outcomeOf(engine, browsers.get(engine), sessions, lost), seconds }));
}

/** A second try, in a new browser, of files whose browser could not start or died; the summary names them. */
async function testAgain(lost: Session[], seed: number, fileLimit: number): Promise<Session[]> {
  if (lost.length === 0) return [];
  const browsers = await provision([...new Set(lost.map(({ engine }) => engine))]);
  const filesOf = (wanted: Engine) =>
    lost.filter(({ engine }) => engine === wanted).map(({ testFile }) => testFile);
  const sessions = await runSessions(
    [...browsers].map(([engine, browser]) => ({ engine, browser, files: filesOf(engine) })),
    seed,
    fileLimit,
  );
  close(browsers);
  return sessions;
}

/** Whether nothing was heard from the tests because of the browser; a file that can't be loaded, or hangs, is no such thing. */
function lostItsBrowser({ passed, testResults, errors }: Session): boolean {
  const said = errors.map(({ message }) => message).join('\n');
  return !passed && !testResults && !/import your test module|did not finish|navigated|reloaded/.test(said);
}

function close(browsers: Map<Engine, Browser>) {
  for (const browser of browsers.values()) browser.close?.();
}

// The WebDriver launcher leaves a page that can't be opened to its session's time limit, which reports it.
process.on('unhandledRejection', (error) => console.error(String(error)));

/** Runs files in browsers; a group for each of these, since only some may run again. */
async function runSessions(batches: Batch[], seed: number, fileLimit: number): Promise<Session[]> {
  if (batches.length === 0) return [];
  const launchers = new Map(batches.map(({ engine, browser }) => [browser.launcher(), engine]));
  const groups = [...launchers.keys()].map((launcher, index) => {
    const { engine: name = '', files = [] } = batches[index] ?? {};
    return { name, files, browsers: [launcher] };
  });
  const runner = await startTestRunner({
    config: await componentTests(groups, seed, fileLimit),
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('Web Test Runner did not start');
  const start = performance.now();
  const begun = new Map<string, number>();
  const seconds = new Map<string, number>();
  const running = new RunningFiles('Web Test Runner');
  const nameOf = (file: string, browser: BrowserLauncher) =>
    `${relative(process.cwd(), file)} in ${launchers.get(browser)}`;
  runner.sessions.on('session-status-updated', ({ id, status, testFile, browser }) => {
    const name = nameOf(testFile, browser);
    if (status === 'INITIALIZING') {
      begun.set(id, performance.now());
      running.begin(name);
    }
    if (status === 'FINISHED') running.end(name);
    // The first ones began before anybody could listen.
    const since = begun.get(id) ?? start;
    if (status === 'FINISHED') seconds.set(id, (performance.now() - since) / 1000);
  });
  for (const { status, testFile, browser } of runner.sessions.all())
    if (status === 'INITIALIZING' || status === 'STARTED') running.begin(nameOf(testFile, browser));
  await new Promise((resolve) => (runner.stopped ? resolve(true) : runner.on('stopped', resolve)));
  return [...runner.sessions.all()].map((session) => ({
    ...session,
    testFile: relative(process.cwd(), session.testFile),
    engine: launchers.get(session.browser) ?? 'chromium',
    seconds: seconds.get(session.id) ?? 0,
  }));
}

function outcomeOf(
  engine: Engine,
  browser: Browser | undefined,
  sessions: Session[],
  lost: Session[],
): Outcome {
  if (!browser) {
    return {
      name: engine,
      passed: 0,
      failed: process.env.CI ? 1 : 0,
      note: `missing. ${adviceFor([engine])}`,
    };
  }
  const secondTries = lost
    .filter((session) => session.engine === engine)
    .map(({ testFile, errors }) => `${testFile}: ${firstLine(errors[0]?.message)}`);
  const own = sessions.filter((session) => session.engine === engine);
  const files = addUp(own.map(({ testFile, seconds }) => [testFile, seconds] as const));
  const outcome = {
    name: `${engine} ${browser.version}`,
    passed: 0,
    failed: 0,
    skipped: 0,
    secondTries,
    files,
  };
  for (const session of own) {
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
