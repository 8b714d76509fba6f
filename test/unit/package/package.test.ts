import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { textOf } from '../../../build/documents/documents.js';
import { linksOf } from '../../../build/documents/markdown.js';
import manifest from '../../../package.json' with { type: 'json' };
import { packedFiles, packedPackage } from '../../support/project.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const execute = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd: root, timeout: 170_000, shell: process.platform === 'win32' });

test('the package is as its manifest promises, and its types resolve', async () => {
  const tarball = await packedPackage();

  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);

  const scripts = ['elements', 'core', 'attributes', 'devtools'].map((name) => `dist/visitor-${name}.min.js`);
  const notModules = [...scripts, 'jsx.d.ts', 'reserve.css'];
  const options = ['--profile', 'esm-only', '--exclude-entrypoints', ...notModules];
  const problems = await execute('npx', 'attw', tarball, ...options).then(
    () => '',
    (error: { stdout: string }) => error.stdout || String(error),
  );
  expect(problems).toBe('');
});

test('no declaration that can be reached has a typed array with a type parameter, which TypeScript knows since 5.7', async () => {
  const reached = new Set<string>();
  const found: string[] = [];
  const visit = async (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = await readFile(join(root, file), 'utf8');
    if (/\bUint8Array</.test(text)) found.push(file);
    for (const [, path = ''] of text.matchAll(/(?: from |import\()'(\..+?)\.js'/g))
      await visit(posix.join(posix.dirname(file), `${path}.d.ts`));
  };
  for (const file of Object.values(manifest.exports))
    if (/^\.\/dist\/[^*]+(?<!\.min)\.js$/.test(file)) await visit(file.slice(2).replace(/js$/, 'd.ts'));
  expect(reached.size).toBeGreaterThan(40);
  expect(found).toEqual([]);
});

test('reserve.css has no nested rules, which minifiers such as csso remove without a word', async () => {
  const text = await readFile(join(root, 'dist/reserve.css'), 'utf8');
  expect(text).toContain('visitor-country-select:not(:defined):empty::before');
  expect(text).not.toContain('&');
});

test('files that its documents link to are in the package, except pictures', async () => {
  const files = (await packedFiles()).map(({ name }) => name);
  const missing = files
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      linksOf(textOf(name))
        .filter((link) => !/^https?:|^#|\.webp$/.test(link))
        .map((link) => posix.join(posix.dirname(name), link.split('#')[0] ?? ''))
        .filter((target) => !files.some((file) => file === target || file.startsWith(`${target}/`)))
        .map((target) => `${name}: ${target}`),
    );
  expect(missing).toEqual([]);
});

test('a program to copy imports only files that are in the package, too', async () => {
  const files = (await packedFiles()).map(({ name }) => name);
  const programs = files.filter((name) => /^demo\/.*\.[jt]s$/.test(name));
  const missing = programs.flatMap((name) =>
    [...textOf(name).matchAll(/ from '(\.{1,2}\/.+?)(?:\.js)?'/g)]
      .map(([, path = '']) => posix.join(posix.dirname(name), path))
      .filter((path) => !files.some((file) => [`${path}.js`, `${path}.ts`, path].includes(file)))
      .map((path) => `${name}: ${path}`),
  );
  expect(programs.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

test('no file has a name that content blockers block', async () => {
  const { stdout } = await execute('tar', '-tzf', await packedPackage());
  const files = stdout.trim().split('\n');
  const caught = files.filter((path) => /\/visitor_info|\/visitor\.min\.js|\/geoip_cc/.test(path));
  expect(files.length).toBeGreaterThan(10);
  expect(caught).toEqual([]);
});

/** The elements' names, as their modules are exported. */
const tags = Object.keys(manifest.exports).flatMap(
  (name) => /^\.\/(visitor-[\w-]+)\.js$/.exec(name)?.[1] ?? [],
);

test('a browser’s own functions know the elements and events by name', async () => {
  const folder = join(root, 'test-results/types'); // In a folder below the package, which can import the package by name.
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'page.ts');
  await writeFile(
    file,
    `import 'visitor-elements/define.js';
    ${tags.map((tag) => `await document.querySelector('${tag}')?.refresh();`).join('\n')}
    document.createElement('visitor-value').field = 'ip';
    document.addEventListener('visitor-load', ({ data }) => data);
    document.body.addEventListener('visitor-load', ({ data }) => data);
    document.body.addEventListener('visitor-error', ({ error }) => error.retryAfter);
    document.body.addEventListener('visitor-match', ({ template }) => template?.content);
    export {};
    `,
  );
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  const problems = await execute('npx', 'tsc', ...options, file).then(
    () => '',
    (error: { stdout: string }) => error.stdout || String(error),
  );
  expect(problems).toBe('');
});
