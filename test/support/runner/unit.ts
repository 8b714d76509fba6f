import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runQuietly } from '../command.js';
import { type Outcome, withoutNpm } from './outcome.js';
import { reportFile, type UnitReport } from './unit-reporter.js';

/** Runs files of tests that run in Node, with Vitest. */
export async function testUnits(files: string[]): Promise<Outcome> {
  console.log('\nRelay, service and package: Vitest');
  const begun = performance.now();
  await mkdir(dirname(reportFile), { recursive: true });
  await rm(reportFile, { force: true });
  const reporters = ['--reporter=minimal', '--reporter=./test/support/runner/unit-reporter.ts'];
  const vitest = ['npx', 'vitest', 'run', ...reporters, ...files];
  const { ok } = await runQuietly(vitest, 1200, {
    onOutput: (text) => process.stdout.write(withoutNpm(text)),
  });
  const { files: times, ...report } = await readFile(reportFile, 'utf8').then(
    (text) => JSON.parse(text) as UnitReport,
    () => ({ passed: 0, failed: 0, skipped: 0, lacks: [], files: [] }),
  );
  return {
    ...report,
    name: 'Vitest',
    failed: Math.max(report.failed, Number(!ok)),
    lacks: [...new Set(report.lacks)],
    seconds: (performance.now() - begun) / 1000,
    files: new Map(times),
  };
}
