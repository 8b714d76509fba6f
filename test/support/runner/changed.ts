import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { byKind, type TestFiles, testFiles } from './test-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Reached {
  files: TestFiles;
  /** Lines about the selection: what runs, what is left out, and which files map to no test. */
  messages: string[];
}

/** The files that each file uses, by paths from the top of the project. */
type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * The test files that use a file which changed since `commit`, directly or not. Nearly every test uses nearly every
 * module of the library through its entries. So for a module, only the tests of its own folder are selected, and a line
 * says how many others are left out.
 */
export async function reachedBy(commit: string): Promise<Reached> {
  const changed = changedSince(commit);
  const graph = await importGraph();
  const tests = testFiles(['test']);
  const uses = Object.values(tests)
    .flat()
    .map((test) => ({ test, used: reachable(test, graph) }));
  const using = (file: string) => uses.flatMap(({ test, used }) => (used.has(file) ? test : []));
  const reached = new Set(changed.flatMap(using));
  const chosen = new Set(
    changed.flatMap((file) => {
      const all = using(file);
      const own = all.filter((test) => isOfFolder(test, file));
      return own.length > 0 ? own : all.filter((test) => !file.startsWith('src/') || !isOfPackage(test));
    }),
  );
  const files = byKind((kind) => tests[kind].filter((test) => chosen.has(test)));
  const left = reached.size - chosen.size;
  return {
    files,
    messages: [
      `Changed: ${changed.length} files. Tests of their folders: ${files.components.length} files of components, ${files.unit.length} in Node, ${files.pages.length} of pages.`,
      ...(left > 0 ? [`Left out: ${left} more files of tests that reach them; npm test runs those.`] : []),
      ...changed
        .filter((file) => using(file).length === 0)
        .map((file) => `No test is known to reach ${file}: npm test runs all.`),
    ],
  };
}

/** Whether a test belongs to the folder of a module of the library or of the development service. */
function isOfFolder(test: string, file: string): boolean {
  const [, inSource, inDemo] = /^(?:src\/(\w+)|demo\/(service))\//.exec(file) ?? [];
  return /^test\/(?:unit|components)\/(\w+)\//.exec(test)?.[1] === (inSource ?? inDemo ?? '');
}

/** Tests of the built package and of the site. They take minutes. */
const isOfPackage = (test: string) => /^test\/(e2e|site|unit\/(package|site))\//.test(test);

function reachable(from: string, graph: Graph): Set<string> {
  const found = new Set([from]);
  for (const file of found) for (const used of graph.get(file) ?? []) found.add(used);
  return found;
}

const changedSince = (commit: string) =>
  [
    ...git('diff', '--name-only', '--relative', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].sort();

/**
 * The files that each file imports, and those that tests name: pages, style sheets, documents and modules that a page
 * loads by URL.
 */
async function importGraph(): Promise<Graph> {
  const modules = git('ls-files', '-co', '--exclude-standard', 'src/*.ts', 'test/*.ts', ':!test/journeys');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: modules.filter((file) => existsSync(join(root, file))),
    bundle: true,
    write: false,
    outdir: 'graph',
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    loader: { '.css': 'empty', '.html': 'empty' },
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => {
      const imported = imports.filter(({ external }) => !external).map(({ path }) => path);
      return [file, [...imported, ...(file.startsWith('test/') ? namedIn(file) : [])]];
    }),
  );
}

/** The project's files that a text names, from the top or as a page in `test/pages`. */
function namedIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const names = text.matchAll(/['"`/]((?:src|demo|docs|test)\/[\w./-]+\.\w+|[A-Z]+\.md|package\.json)['"`]/g);
  const pages = text.includes('/test/pages/') ? git('ls-files', 'test/pages') : [];
  return [...[...names].map(([, path = '']) => path), ...pages];
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}
