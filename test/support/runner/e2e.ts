import { readFile, rm } from 'node:fs/promises';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { runQuietly } from '../command.js';
import { addUp, firstLine, type Outcome, withoutNpm } from './outcome.js';

const file = new URL('../../../test-results/playwright.json', import.meta.url);

/** Runs files of tests of pages, with Playwright Test. */
export async function testPages(paths: string[]): Promise<Outcome> {
  console.log('\nPages: Playwright Test');
  const begun = performance.now();
  const first = await playwright(paths);
  const lost = first.failed.filter(lostItsBrowser);
  const again = lost.length > 0 ? await playwright(lost.map(({ file, line }) => `${file}:${line}`)) : nothing;
  const failed = first.failed.length - lost.length + again.failed.length;
  return {
    name: 'Playwright Test',
    passed: first.passed + again.passed,
    failed: Math.max(failed, Number(first.broken || again.broken)),
    skipped: first.skipped + again.skipped,
    secondTries: lost.map((spec) => `${spec.title}: ${firstLine(errorsOf(spec)[0])}`),
    seconds: (performance.now() - begun) / 1000,
    files: first.files,
    lacks: [...new Set([...first.lacks, ...again.lacks])],
  };
}

const nothing = {
  passed: 0,
  skipped: 0,
  failed: [] as JSONReportSpec[],
  broken: false,
  lacks: [] as string[],
  files: new Map<string, number>(),
};

async function playwright(paths: string[]): Promise<typeof nothing> {
  await rm(file, { force: true });
  const playwright = ['npx', 'playwright', 'test', '-c', 'test/playwright.config.ts', ...paths];
  const { ok } = await runQuietly(playwright, 3300, {
    onOutput: (text) => process.stdout.write(withoutNpm(text)),
  });
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as JSONReport,
    () => undefined,
  );
  if (!report) return { ...nothing, broken: true };
  const specs = report.suites.flatMap(specsOf);
  const failed = specs.filter((spec) => !spec.ok);
  const { expected, skipped } = report.stats;
  return {
    passed: expected,
    skipped,
    failed,
    broken: !ok && failed.length === 0,
    lacks: specs.flatMap(whySkipped),
    files: timesOf(specs),
  };
}

const timesOf = (specs: JSONReportSpec[]) =>
  addUp(
    specs.flatMap(({ file, tests }) =>
      tests.flatMap(({ results }) =>
        results.map(({ duration }) => [`test/${file}`, duration / 1000] as const),
      ),
    ),
  );

const whySkipped = ({ tests }: JSONReportSpec) =>
  tests.flatMap(({ annotations }) =>
    annotations.flatMap(({ type, description }) => (type === 'skip' && description ? [description] : [])),
  );

/** What npm says of a machine's settings is no news. */
const specsOf = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const errorsOf = ({ tests }: JSONReportSpec) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)));

/** Whether a test failed since its browser could not start or died, and for nothing else. */
function lostItsBrowser(spec: JSONReportSpec): boolean {
  const errors = errorsOf(spec);
  const browserEnded =
    /browserType\.launch|browser could not start|(Page|Target) crashed|browser has been closed|Browser closed/;
  return errors.length > 0 && errors.every((message) => browserEnded.test(message));
}
