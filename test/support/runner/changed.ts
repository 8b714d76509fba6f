import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type TestFiles, testFiles } from './test-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Reached {
  files: TestFiles;
  /** What a person should know of it: what is run, what is left out, which files nothing maps to. */
  messages: string[];
}

/** The files of tests that what changed since `commit` reaches, and what is said of the rest. */
export async function reachedBy(commit: string): Promise<Reached> {
  const tests = testFiles(['test']);
  return select(changedSince(commit), await importGraph(Object.values(tests).flat()), tests);
}

/** Which files use which, by paths from the top of the project. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Chooses among `tests` those that use a changed file, whatever lies between. Nearly every test uses nearly every module
 * of the library, through the entries of others: of a module, the tests of its own folder are chosen, and it is said how
 * many of the rest are left out.
 */
export function select(changed: readonly string[], graph: Graph, tests: TestFiles): Reached {
  const uses = new Map(
    Object.values(tests)
      .flat()
      .map((test) => [test, reachable(test, graph)]),
  );
  const using = (file: string) => [...uses.keys()].filter((test) => uses.get(test)?.has(file));
  const reached = new Set(changed.flatMap(using));
  const chosen = new Set(
    changed.flatMap((file) => {
      const all = using(file);
      const own = all.filter((test) => isOfFolder(test, file));
      return own.length > 0 ? own : all.filter((test) => !file.startsWith('src/') || !isOfPackage(test));
    }),
  );
  const chosenOf = (files: string[]) => files.filter((test) => chosen.has(test));
  const files = {
    components: chosenOf(tests.components),
    unit: chosenOf(tests.unit),
    e2e: chosenOf(tests.e2e),
  };
  const left = reached.size - chosen.size;
  return {
    files,
    messages: [
      `Changed: ${changed.length} files. Tests of their folders: ${files.components.length} files of components, ${files.unit.length} in Node, ${files.e2e.length} of pages.`,
      ...(left > 0 ? [`Left out: ${left} more files of tests that reach them; npm test runs those.`] : []),
      ...changed
        .filter((file) => using(file).length === 0)
        .map((file) => `No test is known to reach ${file}: npm test runs all.`),
    ],
  };
}

/** Whether a test is of the folder that a module of the library, or of the development service, lies in. */
function isOfFolder(test: string, file: string): boolean {
  const [, inSource, inDemo] = /^(?:src\/(\w+)|demo\/(service))\//.exec(file) ?? [];
  return /^test\/(?:unit|components)\/(\w+)\//.exec(test)?.[1] === (inSource ?? inDemo ?? '');
}

/** Tests of the package as it is built, and of the site, which take minutes. */
const isOfPackage = (test: string) => /^test\/(e2e|unit\/package)\//.test(test);

function reachable(from: string, graph: Graph): Set<string> {
  const found = new Set([from]);
  for (const file of found) for (const used of graph.get(file) ?? []) found.add(used);
  return found;
}

function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const lines = [
    git('diff', '--name-only', '--relative', commit, '--'),
    git('ls-files', '--others', '--exclude-standard'),
  ].join('\n');
  return [...new Set(lines.split('\n').filter(Boolean))].sort();
}

/** What files import, and what they name: pages, style sheets, documents, modules that a page loads by its address. */
async function importGraph(entryPoints: string[]): Promise<Graph> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
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
  const graph = new Map<string, string[]>();
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    const imported = imports.filter(({ external }) => !external).map(({ path }) => path);
    graph.set(file, [...imported, ...(file.startsWith('test/') ? namedIn(file) : [])]);
  }
  // What a page loads by its address imports others.
  const missing = [...new Set([...graph.values()].flat())].filter(
    (file) => file.endsWith('.ts') && !graph.has(file),
  );
  if (missing.length > 0 && missing.some((file) => !entryPoints.includes(file)))
    for (const [file, used] of await importGraph([...entryPoints, ...missing])) graph.set(file, [...used]);
  return graph;
}

/** The project's files that a text names, from the top or as a page in `test/pages`. */
function namedIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const names = [
    ...text.matchAll(/['"`/]((?:src|demo|docs|test)\/[\w./-]+\.\w+|[A-Z]+\.md|package\.json)['"`]/g),
  ];
  const paths = names.map(([, path = '']) => path.replace(/\/{2,}/g, '/'));
  const pages = text.includes('/test/pages/') ? readdirSync(join(root, 'test/pages')) : [];
  return [...paths, ...pages.map((page) => `test/pages/${page}`)].filter((path) =>
    existsSync(join(root, path)),
  );
}
