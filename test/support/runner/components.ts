import { relative } from 'node:path';
import { startTestRunner, type TestSession, type TestSuiteResult } from '@web/test-runner';
import { adviceFor, type Engine, engines, provisionBrowsers } from '../browsers.js';
import { componentTests } from '../web-test-runner.config.js';
import { addUp, firstLine, type TestOutcome } from './outcome.js';
import { enginesOf } from './test-files.js';

/** One file in one engine. */
type Session = TestSession & { engine: Engine; seconds: number };

/**
 * Runs files of component tests, each in its own engines or in the requested ones. Property tests make their cases from
 * `seed`. A file that takes more than `fileLimit` seconds is stopped and has failed. Files whose browser couldn't start
 * or crashed run once more in a new browser, and the summary names them.
 */
export async function testComponents(
  files: string[],
  requested: Engine[] | undefined,
  seed: number,
  fileLimit = 300,
): Promise<TestOutcome[]> {
  if (files.length === 0) return [];
  const begun = performance.now();
  console.log(
    `\nComponents: Web Test Runner. Property tests have the seed ${seed}; to repeat: --seed ${seed}`,
  );
  const wanted = byEngine((engine) =>
    files.filter((file) => (requested ?? enginesOf(file)).includes(engine)),
  );
  const { versions, sessions: first } = await runFiles(wanted, seed, fileLimit);
  const lost = first.filter(lostItsBrowser);
  const filesAgain = byEngine((engine) =>
    lost.filter((session) => session.engine === engine).map(({ testFile }) => testFile),
  );
  const again = filesAgain.size > 0 ? await runFiles(filesAgain, seed, fileLimit) : { sessions: [] };
  const sessions = [...first.filter((session) => !lost.includes(session)), ...again.sessions];
  const seconds = (performance.now() - begun) / 1000;
  return [...wanted.keys()].map((engine) => {
    const of = (all: Session[]) => all.filter((session) => session.engine === engine);
    return { ...outcomeOf(engine, versions.get(engine), of(sessions), of(lost)), seconds };
  });
}

const byEngine = (filesFor: (engine: Engine) => string[]): Map<Engine, string[]> =>
  new Map(
    engines.map((engine) => [engine, filesFor(engine)] as const).filter(([, { length }]) => length > 0),
  );

/**
 * Whether no test reported a result because the browser failed. A file that can't be loaded, or hangs, doesn't count.
 */
function lostItsBrowser({ passed, testResults, errors }: Session): boolean {
  const messages = errors.map(({ message }) => message).join('\n');
  return (
    !passed && !testResults && !/import your test module|did not finish|navigated|reloaded/.test(messages)
  );
}

// If a page can't be opened, the WebDriver launcher rejects without a handler; the session's time limit reports it.
process.on('unhandledRejection', (error) => console.error(String(error)));

/**
 * Runs files in those of their engines that are available. Each engine has its own group, because some files may run
 * again.
 */
async function runFiles(wanted: Map<Engine, string[]>, seed: number, fileLimit: number) {
  const browsers = await provisionBrowsers([...wanted.keys()]);
  const versions = new Map([...browsers].map(([engine, { version }]) => [engine, version]));
  if (browsers.size === 0) return { versions, sessions: [] };
  const launchers = new Map([...browsers].map(([engine, browser]) => [browser.launcher(), engine]));
  const groups = [...launchers].map(([launcher, engine]) => {
    return { name: engine, files: wanted.get(engine) ?? [], browsers: [launcher] };
  });
  const runner = await startTestRunner({
    config: await componentTests(groups, seed, fileLimit),
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('Web Test Runner did not start');
  const start = performance.now(); // The first sessions start before a listener can be added.
  const seconds = new Map<string, number>();
  const begun = new Map<string, number>();
  runner.sessions.on('session-status-updated', ({ id, status }) => {
    if (status === 'INITIALIZING') begun.set(id, performance.now());
    if (status === 'FINISHED') seconds.set(id, (performance.now() - (begun.get(id) ?? start)) / 1000);
  });
  await new Promise((resolve) => (runner.stopped ? resolve(true) : runner.on('stopped', resolve)));
  for (const browser of browsers.values()) browser.close?.();
  const sessions = [...runner.sessions.all()].map((session) => ({
    ...session,
    testFile: relative(process.cwd(), session.testFile),
    engine: launchers.get(session.browser) ?? 'chromium',
    seconds: seconds.get(session.id) ?? 0,
  }));
  return { versions, sessions };
}

function outcomeOf(
  engine: Engine,
  version: string | undefined,
  own: Session[],
  lost: Session[],
): TestOutcome {
  if (!version) {
    const failed = process.env.CI ? 1 : 0;
    return { name: engine, passed: 0, failed, note: `missing. ${adviceFor([engine])}` };
  }
  const tests = own.flatMap(({ testResults }) => testsOf(testResults));
  return {
    name: `${engine} ${version}`,
    passed: tests.filter(({ passed }) => passed).length,
    failed: own.reduce((sum, session) => sum + failuresOf(session), 0),
    skipped: tests.filter(({ skipped }) => skipped).length,
    secondTries: lost.map(({ testFile, errors }) => `${testFile}: ${firstLine(errors[0]?.message)}`),
    files: addUp(own.map(({ testFile, seconds }) => [testFile, seconds] as const)),
  };
}

/** A file can fail without a failed test, such as one that can't be loaded. */
function failuresOf({ passed, testResults }: Session): number {
  const failed = testsOf(testResults).filter((test) => !test.skipped && !test.passed).length;
  return passed ? 0 : Math.max(failed, 1);
}

function testsOf(suite: TestSuiteResult | undefined): TestSuiteResult['tests'] {
  return suite ? [...suite.tests, ...suite.suites.flatMap(testsOf)] : [];
}
