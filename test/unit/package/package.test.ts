import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { textOf } from '../../../build/documents.js';
import { linksOf } from '../../../build/markdown.js';
import manifest from '../../../package.json' with { type: 'json' };
import { packedPackage } from '../../support/project.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const execute = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd: root, timeout: 60_000, shell: process.platform === 'win32' });

const elements = {
  'visitor-info': 'VisitorInfo',
  'visitor-asn': 'VisitorAsn',
  'visitor-user-agent': 'VisitorUserAgent',
  'visitor-value': 'VisitorValue',
  'visitor-switch': 'VisitorSwitch',
  'visitor-country-select': 'VisitorCountrySelect',
  'visitor-map': 'VisitorMap',
};
const tags = Object.keys(elements);
const silent = [
  'visitor-elements',
  ...['lookup', 'relay', 'relay-node', 'sources', 'testing'].map((name) => `visitor-elements/${name}.js`),
];
const script = 'visitor-elements/dist/visitor-elements.min.js';
const documented = [
  ...silent,
  'visitor-elements/define.js',
  ...tags.map((tag) => `visitor-elements/${tag}.js`),
  script,
  'visitor-elements/dist/visitor-core.min.js',
  'visitor-elements/dist/visitor-attributes.min.js',
  'visitor-elements/devtools.js',
  'visitor-elements/dist/visitor-devtools.min.js',
  'visitor-elements/flags/*',
  'visitor-elements/labels/*.js',
  'visitor-elements/countries.js',
  'visitor-elements/client-hints.js',
  'visitor-elements/reserve.css',
  'visitor-elements/jsx.d.ts',
  'visitor-elements/custom-elements.json',
  'visitor-elements/package.json',
];

/** Runs a module in a separate Node process, in this package's scope. Returns its output as JSON. */
async function inNode(code: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    timeout: 50_000,
  });
  return stdout === '' ? undefined : JSON.parse(stdout);
}

test('a program in CommonJS can require the relay and the lookup module', async () => {
  const types = await inNode(`
    import { createRequire } from 'node:module';
    const require = createRequire(process.cwd() + '/');
    const { relayListener } = require('visitor-elements/relay-node.js');
    const { OriginLookup } = require('visitor-elements/lookup.js');
    console.log(JSON.stringify([typeof relayListener, typeof OriginLookup]));`);
  expect(types).toEqual(['function', 'function']);
});

test('exactly the documented names can be imported', () => {
  const names = Object.keys(manifest.exports).map((name) => name.replace(/^\./, 'visitor-elements'));
  expect(names.sort()).toEqual(documented.sort());
});

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
    (error: { stdout: string }) => error.stdout,
  );
  expect(problems).toBe('');
});

test('files that its documents link to are in the package, except pictures', async () => {
  const { stdout } = await execute('tar', '-tzf', await packedPackage());
  const files = stdout
    .trim()
    .split('\n')
    .map((name) => name.replace('package/', ''));
  const missing = files
    .filter((name) => name.endsWith('.md') && !/CHANGELOG|demo/.test(name))
    .flatMap((name) =>
      linksOf(textOf(name))
        .filter((link) => !/^https?:|^#|\.webp$/.test(link))
        .map((link) => posix.join(posix.dirname(name), link.split('#')[0] ?? ''))
        .filter((target) => !files.some((file) => file === target || file.startsWith(`${target}/`)))
        .map((target) => `${name}: ${target}`),
    );
  expect(missing).toEqual([]);
});

test('no file has a name that content blockers block', async () => {
  const { stdout } = await execute('tar', '-tzf', await packedPackage());
  const files = stdout.trim().split('\n');
  const caught = files.filter((path) => /\/visitor_info|\/visitor\.min\.js|\/geoip_cc/.test(path));
  expect(files.length).toBeGreaterThan(10);
  expect(caught).toEqual([]);
});

for (const name of silent) {
  test(`${name} does nothing but export when it is imported`, async () => {
    const seen = await inNode(`
      await import('lit'); // brings a stand-in for the DOM's registry
      const globals = new Set(Object.getOwnPropertyNames(globalThis));
      const seen = [];
      customElements.define = (name) => seen.push(name);
      for (const name of ['fetch', 'setTimeout', 'setInterval']) globalThis[name] = () => seen.push(name);
      const module = await import(${JSON.stringify(name)});
      seen.push(...Object.getOwnPropertyNames(globalThis).filter((name) => !globals.has(name)));
      process.stdout.write(JSON.stringify({ seen, exports: Object.keys(module).length > 0 }));
    `);
    expect(seen).toEqual({ seen: [], exports: true });
  });
}

for (const [tag, className] of Object.entries(elements)) {
  test(`${tag}.js registers its own element, and another copy of it does no harm`, async () => {
    const registered = await inNode(`
      const address = import.meta.resolve('visitor-elements/${tag}.js');
      const module = await import(address);
      const isRegistered = customElements.get('${tag}') === module.${className};
      await import(address + '?another-copy');
      const others = ${JSON.stringify(tags)}.filter((name) => name !== '${tag}' && customElements.get(name));
      process.stdout.write(JSON.stringify({ isRegistered, others }));
    `);
    expect(registered).toEqual({ isRegistered: true, others: [] });
  });
}

test('define.js registers every element', async () => {
  const registered = await inNode(`
    await import('visitor-elements/define.js');
    process.stdout.write(JSON.stringify(${JSON.stringify(tags)}.filter((tag) => customElements.get(tag))));
  `);
  expect(registered).toEqual(tags);
});

test('nothing internal can be imported', async () => {
  const codes = await inNode(`
    const names = ['dist/lookup/store.js', 'lookup/store.js', 'dist/index.js', 'index.js'];
    const codes = names.map((name) => import('visitor-elements/' + name).then(() => name, ({ code }) => code));
    process.stdout.write(JSON.stringify(await Promise.all(codes)));
  `);
  expect(codes).toEqual(Array(4).fill('ERR_PACKAGE_PATH_NOT_EXPORTED'));
});

test('a server renders each element with its fallback content, and sends no request', async () => {
  const rendered = await inNode(`
    import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
    import { render } from '@lit-labs/ssr';
    import { html } from 'lit';
    ${tags.map((tag) => `import 'visitor-elements/${tag}.js';`).join('\n')}
    const requests = [];
    globalThis.fetch = (address) => requests.push(address);
    const markup = await collectResult(render(html\`${tags.map((tag) => `<${tag}><p>fallback</p></${tag}>`).join('')}\`));
    const without = ${JSON.stringify(tags)}.filter((tag) => !markup.includes('<p>fallback</p></' + tag + '>'));
    process.stdout.write(JSON.stringify({ requests, without }));
  `);
  expect(rendered).toEqual({ requests: [], without: [] });
});

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
    (error: { stdout: string }) => error.stdout,
  );
  expect(problems).toBe('');
});
