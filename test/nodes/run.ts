import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanInstall } from '../support/clean-install.js';
import { runQuietly } from '../support/command.js';
import { limitTime } from '../support/runner/time-limit.js';
import manifest from './package.json' with { type: 'json' };

/*
 * npm run test:nodes: what depends on Node (relay, lookups, imports of the package, `npm start`) on the oldest and the
 * newest supported Node, with one installation.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const nodes = Object.keys(manifest.devDependencies);

/** Each step prints its result, and counts as one test unless it has tests of its own. */
const steps: Readonly<Record<string, { command: string[]; seconds: number }>> = {
  'relay, lookups, imports': {
    command: [
      'npm',
      'test',
      '--',
      'test/unit/relay',
      'test/unit/lookup',
      'test/unit/package/imports.test.ts',
    ],
    seconds: 600,
  },
  'npm start, and its pages': {
    command: ['npx', 'playwright', 'test', '-c', 'test/nodes/playwright.config.ts'],
    seconds: 300,
  },
};

const total = { passed: 0, failed: 0 };
limitTime(1800, () => {
  total.failed += 1;
  report();
});
for (const command of cleanInstall('test/nodes')) {
  const { ok, output } = await runQuietly(command, 600, { cwd: root });
  if (!ok) throw new Error(`${command.join(' ')}: ${output}`);
}
for (const node of nodes) await testOn(node);
report();

function report() {
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/** Runs the steps with a folder first on the `PATH` that has this Node. */
async function testOn(node: string): Promise<void> {
  const bin = await mkdtemp(join(tmpdir(), `${node}-`));
  await symlink(join(root, 'test/nodes/node_modules', node, 'bin/node'), join(bin, 'node'));
  const surroundings = { cwd: root, env: { PATH: [bin, process.env.PATH].join(delimiter) } };
  const { output: version } = await runQuietly(['node', '--version'], 20, surroundings);
  console.log(`\nNode ${version.trim()}`);
  for (const [name, { command, seconds }] of Object.entries(steps)) {
    const begun = performance.now();
    const { ok, output } = await runQuietly(command, seconds, surroundings);
    const [, passed = Number(ok), failed = Number(!ok)] =
      /^(\d+) passed, (\d+) failed\s*$/m.exec(output) ?? [];
    const failures = Math.max(Number(failed), Number(!ok));
    total.passed += Number(passed);
    total.failed += failures;
    const took = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`  ${name}: ${passed} passed, ${failures} failed (${took} s)${ok ? '' : `\n${output}`}`);
  }
  await rm(bin, { recursive: true });
}
