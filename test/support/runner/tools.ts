import { mkdir, readFile, rm } from 'node:fs/promises';
import { runQuietly } from '../command.js';
import { firstLine, type RunReport, reportFile, type TestOutcome, type Tool } from './outcome.js';

/**
 * Runs test files in Node with Vitest. Property tests make their cases from `seed`. With `runs`, they try that many
 * cases, and may take ten minutes each.
 */
export function testUnits(files: string[], seed: number, runs?: number): Promise<TestOutcome> {
  console.log(
    `\nRelay, service and package: Vitest. Property tests have the seed ${seed}; to repeat: --seed ${seed}`,
  );
  const reporters = ['--reporter=minimal', '--reporter=./test/support/runner/vitest-reporter.ts'];
  const limit = runs ? ['--test-timeout=600000'] : [];
  const env = { PROPERTY_SEED: `${seed}`, ...(runs && { PROPERTY_RUNS: `${runs}` }) };
  return outcomeOf('Vitest', () => runTool('vitest', ['run', ...reporters, ...limit, ...files], 1200, env));
}

/** Runs test files of pages with Playwright Test, and again those whose browser couldn't start or crashed. */
export function testPages(files: string[]): Promise<TestOutcome> {
  console.log('\nPages: Playwright Test');
  const command = ['test', '-c', 'test/playwright.config.ts'];
  return outcomeOf('Playwright Test', async () => {
    const first = await runTool('playwright', [...command, ...files], 3300);
    if (first.lost.length === 0) return first;
    const again = await runTool('playwright', [...command, ...first.lost.map(({ place }) => place)], 3300);
    return {
      ...first,
      passed: first.passed + again.passed,
      failed: first.failed - first.lost.length + again.failed,
      skipped: first.skipped + again.skipped,
    };
  });
}

async function outcomeOf(name: string, run: () => Promise<RunReport>): Promise<TestOutcome> {
  const begun = performance.now();
  const { passed, failed, skipped, lacks, lost, files } = await run();
  return {
    ...{ name, passed, failed, skipped },
    lacks: [...new Set(lacks)],
    secondTries: lost.map(({ place, message }) => `${place}: ${firstLine(message)}`),
    seconds: (performance.now() - begun) / 1000,
    files: new Map(Object.entries(files)),
  };
}

/** Runs a tool in its own process. Its reporter writes the results to a file. */
async function runTool(
  tool: Tool,
  args: string[],
  seconds: number,
  env?: NodeJS.ProcessEnv,
): Promise<RunReport> {
  const file = reportFile(tool);
  await mkdir('test-results', { recursive: true });
  await rm(file, { force: true });
  const { ok } = await runQuietly(['npx', tool, ...args], seconds, {
    ...(env && { env }),
    // npm's warnings about a machine's settings don't matter here.
    onOutput: (text) => process.stdout.write(text.replace(/^npm warn .*\n/gm, '')),
  });
  const report = await readFile(file, 'utf8').then(
    (text): RunReport => JSON.parse(text),
    (): RunReport => ({ passed: 0, failed: 0, skipped: 0, lacks: [], lost: [], files: {} }),
  );
  return { ...report, failed: Math.max(report.failed, Number(!ok)) };
}
