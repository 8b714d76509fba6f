import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cleanInstall } from '../support/clean-install.js';
import { runQuietly } from '../support/command.js';
import { RunningFiles } from '../support/runner/running.js';
import { limitTime } from '../support/runner/time-limit.js';
import { majors, triedNodes } from './tried.js';

/*
 * Runs the README's two commands, and every test that needs no browser, on each supported Node.
 *
 * npm run test:nodes             on all of package.json's
 * npm run test:nodes -- 22 24    on some of them
 * npm run test:nodes -- --keep   keeps the copies, and prints their paths
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false } },
});

/** Every test that needs no browser, and the relays for copying, such as the one with a database. */
const tests = [
  'npm',
  'test',
  '--',
  'test/unit',
  'test/e2e/node.spec.ts',
  'test/e2e/relay-deployments.spec.ts',
];
const firstPage = ['npx', 'playwright', 'test', '-c', 'test/nodes/playwright.config.ts'];

const root = fileURLToPath(new URL('../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const temporary = await mkdtemp(join(tmpdir(), 'visitor-elements-nodes-'));

const total = { passed: 0, failed: 0 };
const running = new RunningFiles('test:nodes');
if (!values.keep) process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
limitTime(5400, () => {
  total.failed += 1;
  report();
});
const unknown = positionals.filter((major) => !majors.includes(major));
if (unknown.length > 0) throw new Error(`${unknown}: expected some of ${majors.join(', ')}`);
for (const command of cleanInstall('test/nodes')) await mustSucceed(command, 600, root);
for (const major of positionals.length > 0 ? positionals : majors) await testOn(major);
if (values.keep) console.log(`\nThe copies are in ${temporary}.`);
report();

function report() {
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/** Installs, starts and tests a new copy with only this Node and its npm. */
async function testOn(major: string): Promise<void> {
  const folder = join(temporary, `node-${major}`);
  const copy = join(folder, 'visitor-elements');
  const bin = join(folder, 'bin');
  await copyTo(copy);
  await putOnPath(bin, major);
  const surroundings = { cwd: copy, env: environment(bin) };
  const { output } = await runQuietly(['node', '--version'], 20, surroundings);
  console.log(`\nNode ${output.trim()}`);

  const step = async (name: string, command: string[], seconds: number) => {
    running.begin(`Node ${major}, ${name}`);
    const { ok, output } = await runQuietly(command, seconds, surroundings);
    const took = running.end(`Node ${major}, ${name}`);
    const [, passed = Number(ok), failed = Number(!ok)] =
      /^(\d+) passed, (\d+) failed\s*$/m.exec(output) ?? [];
    const failures = Math.max(Number(failed), Number(!ok));
    total.passed += Number(passed);
    total.failed += failures;
    console.log(
      `  ${name}: ${passed} passed, ${failures} failed (${took.toFixed(0)} s)${ok ? '' : `\n${output}`}`,
    );
    return ok;
  };

  if (await step('npm ci', ['npm', 'ci'], 600)) {
    await step('npm start, and its pages', firstPage, 300);
    await step('tests', tests, 1200);
  }
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}

/** Copies the files that a commit would contain now, into a new repository. */
async function copyTo(copy: string): Promise<void> {
  await mustSucceed(['git', 'clone', '--quiet', '--no-checkout', root, copy], 60);
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of new Set(stdout.split('\0').filter(Boolean)))
    await cp(join(root, file), join(copy, file)).catch(() => console.log(`${file} was deleted`));
  await mustSucceed(['git', 'add', '--all'], 60, copy);
}

/** Creates a folder with this Node and the npm that comes with it. */
async function putOnPath(bin: string, major: string): Promise<void> {
  const installed = (name: string) => join(here, 'node_modules', name, 'bin');
  const { node, npm } = triedNodes[major] ?? {};
  await mkdir(bin, { recursive: true });
  await symlink(join(installed(`${node}`), 'node'), join(bin, 'node'));
  for (const program of ['npm', 'npx'])
    await symlink(join(installed(`${npm}`), `${program}-cli.js`), join(bin, program));
}

/** This process's environment, with that folder first on the PATH and without npm's own variables. */
function environment(bin: string): NodeJS.ProcessEnv {
  const fromNpm = Object.keys(process.env).filter(
    (name) => /^npm_|^INIT_CWD$|^NODE$/.test(name) && !/^npm_config_(?!local_prefix)/.test(name),
  );
  return {
    ...Object.fromEntries(fromNpm.map((name) => [name, undefined])),
    PATH: [bin, process.env.PATH].join(delimiter),
  };
}

async function mustSucceed(command: string[], seconds: number, cwd?: string): Promise<void> {
  const { ok, output } = await runQuietly(command, seconds, { ...(cwd && { cwd }) });
  if (!ok) throw new Error(`${command.join(' ')}: ${output}`);
}
