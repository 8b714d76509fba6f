import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { onPath } from '../support/command.js';
import { installDebian, installedProgram, installKnown } from '../support/debian.js';
import { type Graph, selectTests } from '../support/runner/changed.js';
import { overBudget, slowestFiles } from '../support/runner/outcome.js';
import { enginesOf, testFiles } from '../support/runner/test-files.js';
import { installedWebKit } from '../support/webkit.js';

const graph: Graph = new Map([
  ['test/components/model/format.test.ts', ['src/model/paths.ts']],
  ['test/components/lookup/tabs.test.ts', ['test/components/support/page.ts', 'src/lookup/index.ts']],
  ['test/components/elements/card.test.ts', ['test/components/support/page.ts', 'src/index.ts']],
  ['test/components/support/page.ts', ['src/lookup/index.ts']],
  ['test/unit/relay/store.test.ts', ['src/relay/index.ts']],
  ['test/e2e/pages.spec.ts', ['README.md']],
  ['src/index.ts', ['src/model/paths.ts', 'src/lookup/index.ts']],
  ['src/model/paths.ts', ['src/model/format.ts']],
]);
const filesIn = (folder: string) => [...graph.keys()].filter((file) => file.startsWith(`test/${folder}/`));
const tests = {
  components: filesIn('components').filter((file) => file.endsWith('.test.ts')),
  unit: filesIn('unit'),
  e2e: filesIn('e2e'),
};

test('a changed module selects the tests of its folder, and counts the others', () => {
  const { files, messages } = selectTests(['src/model/paths.ts'], graph, tests);
  expect(files).toEqual({ components: ['test/components/model/format.test.ts'], unit: [], e2e: [] });
  expect(messages.join('\n')).toContain('Left out: 1 more');
  expect(selectTests(['src/relay/index.ts'], graph, tests).files.unit).toEqual([
    'test/unit/relay/store.test.ts',
  ]);
});

test('a changed shared file selects all tests that use it, and a changed test itself', () => {
  expect(selectTests(['test/components/support/page.ts'], graph, tests).files.components).toHaveLength(2);
  const unit = ['test/unit/relay/store.test.ts'];
  expect(selectTests(unit, graph, tests).files).toEqual({ components: [], unit, e2e: [] });
  expect(selectTests(['README.md'], graph, tests).files.e2e).toEqual(['test/e2e/pages.spec.ts']);
});

test('a changed file that nothing maps to is named', () => {
  const { files, messages } = selectTests(['tsconfig.json'], graph, tests);
  expect(files).toEqual({ components: [], unit: [], e2e: [] });
  expect(messages.join('\n')).toContain('No test is known to reach tsconfig.json');
});

test('a requested place is a folder, a file or a line of one, and nothing beside it', () => {
  expect(testFiles(['./test/unit/runner.test.ts'])).toEqual({
    components: [],
    unit: ['test/unit/runner.test.ts'],
    e2e: [],
  });
  expect(testFiles(['test/e2e/tabs.spec.ts:12']).e2e).toEqual(['test/e2e/tabs.spec.ts:12']);
  expect(testFiles(['test/unit/relay/']).unit).toContain('test/unit/relay/store.test.ts');
  expect(Object.values(testFiles(['test/unit/rela', 'test/elsewhere'])).flat()).toEqual([]);
});

test('a file named x.engines.test.ts runs in all engines, any other in one', () => {
  const files = testFiles(['test/components']).components;
  expect(enginesOf('test/components/lookup/tabs.engines.test.ts')).toHaveLength(3);
  expect(enginesOf('test/components/lookup/sharing.test.ts')).toEqual(['chromium']);
  // Three engines are expensive, so at most half of the files use them.
  expect(files.filter((file) => enginesOf(file).length > 1).length).toBeLessThan(files.length / 2);
});

test('a file that takes more than its share of the time is reported, in runs of many files', () => {
  const files = new Map(Array.from({ length: 60 }, (_, i) => [`${i}.test.ts`, 1]));
  const half = (name: string, own: typeof files) => ({ name, passed: 1, failed: 0, files: own });
  expect(overBudget([half('fast', files)])).toEqual([]);
  const slow = new Map([['slow.test.ts', 40]]);
  expect(overBudget([half('fast', files), half('slow', slow)])).toEqual([
    'slow.test.ts takes 40 % of the time',
  ]);
  expect(overBudget([half('slow', slow)])).toEqual([]);
  expect(slowestFiles(new Map([...files, ...slow]), 1)).toEqual([['slow.test.ts', 40]]);
});

/** Runs with programs of these names alone, in a folder of their own. Each is a script for Node. */
async function withPrograms(programs: Record<string, string>, run: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  for (const [name, script] of Object.entries(programs))
    await writeFile(join(folder, name), `#!${process.execPath}\n${script}`, { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  try {
    await run(folder);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
}

const screen = `require('node:fs').writeSync(3, '7\\n'); setInterval(() => {}, 1000);`;
const driver = (answer: string) => `
  const { createServer } = require('node:http');
  const port = Number(process.argv[2].split('=')[1]);
  createServer((request, response) => response.end(JSON.stringify({ value: ${answer} }))).listen(port, '127.0.0.1');`;

test.skipIf(process.platform === 'win32')(
  'WebKit starts where a service of the desktop never answers',
  async () => {
    const answer =
      '{ sessionId: "1", capabilities: { browserVersion: process.env.DBUS_SESSION_BUS_ADDRESS } }';
    await withPrograms({ Xvfb: screen, WebKitWebDriver: driver(answer) }, async () => {
      const browser = await installedWebKit();
      browser?.close?.();
      expect(browser?.version).toBe('disabled:');
    });
  },
);

test.skipIf(process.platform === 'win32')(
  'a WebKit that could not start leaves nothing that holds the run',
  async () => {
    const children = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;
    const before = children();
    await withPrograms({ Xvfb: screen, WebKitWebDriver: driver('{ message: "no screen" }') }, async () => {
      await expect(installedWebKit()).rejects.toThrow('WebKitWebDriver: no screen');
      // A child of another file in this thread may end meanwhile.
      await expect.poll(children).toBeLessThanOrEqual(before);
    });
  },
);

/** Installs programs that do nothing. Fails, as apt does, if another process holds its lock. */
const aptGet = `
  const { appendFileSync, mkdirSync, rmdirSync, writeFileSync } = require('node:fs');
  const lock = __dirname + '/lock';
  const result = (text) => appendFileSync(__dirname + '/results', text + '\\n');
  try { mkdirSync(lock); } catch { result('E: Could not get lock'); process.exit(100); }
  setTimeout(() => {
    const name = process.argv.at(-1);
    writeFileSync(__dirname + '/' + name, '', { mode: 0o755 });
    rmdirSync(lock);
    result(name);
  }, 100);`;
const sudo = `
  const [program, ...args] = process.argv.slice(3);
  process.exitCode = require('node:child_process').spawnSync(program, args, { stdio: 'inherit' }).status;`;

test.skipIf(!onPath('flock'))('processes that install at the same time wait for each other', async () => {
  const path = process.env.PATH;
  await withPrograms({ 'apt-get': aptGet, 'apt-cache': 'console.log("known")', sudo }, async (folder) => {
    vi.stubEnv('PATH', [folder, path].join(delimiter));
    const log = vi.spyOn(console, 'log').mockReturnValue();
    await Promise.all([installDebian([['one'], ['two']]), installDebian([['three']]), installKnown('four')]);
    log.mockRestore();
    const results = (await readFile(join(folder, 'results'), 'utf8')).trim().split('\n');
    expect(results.sort()).toEqual(['four', 'one', 'three', 'two', 'update', 'update']);
  });
});

test.skipIf(!onPath('flock'))(
  'a program that tests need is installed where CI is set, or they fail',
  async () => {
    const path = process.env.PATH;
    const log = vi.spyOn(console, 'log').mockReturnValue();
    await withPrograms({ 'apt-get': aptGet, sudo }, async (folder) => {
      vi.stubEnv('CI', '');
      expect(await installedProgram('a-server')).toBe(undefined);
      vi.stubEnv('CI', 'true');
      await expect(installedProgram('a-server')).rejects.toThrow(
        'a-server is not installed: apt-get install a-server',
      );
      vi.stubEnv('PATH', [folder, path].join(delimiter));
      expect(await installedProgram('a-server')).toBe(join(folder, 'a-server'));
    });
    log.mockRestore();
  },
);
