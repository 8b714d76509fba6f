import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { Project } from 'ts-morph';
import { expect, test } from 'vitest';
import { skillText } from '../../../build/assistants.js';
import { makeParts, withMadeParts } from '../../../build/documents.js';
import { describeElements } from '../../../build/elements.js';
import { documents, skillFile, textOf } from '../../../demo/site/documents.js';
import { headingsOf, linksOf } from '../../../demo/site/markdown.js';
import { cdn, integrityOf } from '../../../demo/site/published.js';
import manifest from '../../../package.json' with { type: 'json' };
import { runIn } from '../../support/project.js';

const all = documents.map((name) => [name, textOf(name)] as const);
const pages = all.filter(([name]) => !name.endsWith('README.md'));

test('the generated parts of the documents are up to date; if not, run npm run reference', async () => {
  const elements = describeElements();
  const parts = await makeParts(elements);
  const made = [...all, ['test/MEASUREMENTS.md', textOf('test/MEASUREMENTS.md')] as const];
  for (const [name, text] of made) expect(text, name).toBe(withMadeParts(text, parts));
  expect(textOf(skillFile), skillFile).toBe(skillText(elements));
  for (const part of Object.keys(parts))
    expect(
      made.filter(([, text]) => text.includes(`<!-- ${part}: made by npm run reference -->`)),
      part,
    ).toHaveLength(1);
});

test('every tag of a document that loads our file has its version and integrity hash', () => {
  const tags = all.flatMap(([, text]) => text.match(/<(script|link)[^>]*unpkg\.com[^>]*>/g) ?? []);
  expect(tags.length).toBeGreaterThan(5);
  for (const tag of tags) {
    const file = /(?:src|href)="([^"]*)"/.exec(tag)?.[1] ?? '';
    const own = `${cdn}${manifest.name}@${manifest.version}/`;
    expect(file.startsWith(`${own}dist/`), tag).toBe(true);
    expect(tag).toContain(`integrity="${integrityOf(file.slice(own.length))}" crossorigin="anonymous"`);
  }
});

const wordsIn = (name: string) => textOf(name).split(/\s+/).filter(Boolean).length;

test('the README and CONTRIBUTING are read in five minutes', () => {
  expect(wordsIn('README.md')).toBeLessThanOrEqual(1100);
  expect(wordsIn('CONTRIBUTING.md')).toBeLessThan(1500);
});

test('the JavaScript reference has every export of every module', () => {
  const reference = textOf('docs/javascript.md');
  const project = new Project({ tsConfigFilePath: 'tsconfig.json', skipAddingFilesFromTsConfig: true });
  const modules = Object.entries(manifest.exports).filter(
    ([name, file]) => file.endsWith('.js') && !/\*|\.min\.js$/.test(name),
  );
  const missing = modules.flatMap(([name, file]) => {
    const entry = name.replace(/^\./, manifest.name);
    const [, section = ''] = reference.split(`\n## ${entry}\n`);
    const source = project.addSourceFileAtPath(file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
    return [...source.getExportedDeclarations().keys()]
      .filter(
        (one) => !new RegExp(`^### ${one}$|\\[\`${one}\`\\]`, 'm').test(section.split('\n## ')[0] ?? ''),
      )
      .map((one) => `${entry}: ${one}`);
  });
  expect(missing).toEqual([]);
});

test('each document lists its contents, ends with what is next, and is linked from the index', () => {
  expect(linksOf(textOf('README.md'))).toContain('docs/README.md');
  const found = linksOf(textOf('docs/README.md')).map((link) => posix.join('docs', link));
  for (const [name, text] of pages) {
    expect(text, name).toContain('<!-- contents: made by npm run reference -->');
    expect(headingsOf(text).at(-1)?.text, name).toBe('Next');
    expect(found, name).toContain(name);
  }
});

test('no code shows a key without the warning that anyone can read it', () => {
  const hasKey = (text: string) => /["']YOUR_KEY/.test(text);
  const withKey = all.filter(([, text]) => hasKey(text));
  expect(withKey.length).toBeGreaterThan(3);
  for (const [name, text] of withKey) {
    expect(text, name).toMatch(
      /visible to anyone who opens the page, and origin \w+ is enforced by browsers only/,
    );
    for (const section of text.split(/^(?=##+ )/m).filter(hasKey))
      expect(section, name).toMatch(/visible to anyone who opens the page|Anyone can read this key/);
  }
});

/** Every document with links, by its path. */
const linked = [
  ...documents,
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/MEASUREMENTS.md',
  'demo/service/README.md',
  skillFile,
];

test('no link of a document is broken: its file is there, and its heading', () => {
  const broken = linked.flatMap((name) =>
    linksOf(textOf(name))
      .filter((link) => !/^https?:/.test(link) && !leads(name, link))
      .map((link) => `${name}: ${link}`),
  );
  expect(broken).toEqual([]);
  expect(leads('docs/fields.md', 'nowhere.md')).toBe(false);
  expect(leads('docs/fields.md', 'relay.md#nowhere')).toBe(false);
});

test('documents for contributors name no missing file', () => {
  const missing = ['CONTRIBUTING.md', 'test/MEASUREMENTS.md'].flatMap((name) =>
    [...textOf(name).matchAll(/`((?:src|build|demo|docs|test)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter(
        (path) => !path.includes('visitor-x') && !existsSync(new URL(`../../../${path}`, import.meta.url)),
      )
      .map((path) => `${name}: ${path}`),
  );
  expect(missing).toEqual([]);
});

function leads(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path ? posix.join(posix.dirname(from), path) : from;
  if (!existsSync(fileURLToPath(new URL(`../../../${target}`, import.meta.url)))) return false;
  return heading === undefined || headingsOf(textOf(target)).some(({ slug }) => slug === heading);
}

test('every snippet can be parsed, and imports only existing exports', async () => {
  const names = new Set(Object.keys(manifest.exports).map((name) => name.replace(/^\./, manifest.name)));
  for (const [name, text] of all) {
    const snippets = [
      ...text.matchAll(/```(jsx?|ts)\n(.*?)```/gs),
      ...[...text.matchAll(/<script type="module">\n(.*?)<\/script>/gs)].map(([all, code = '']) => [
        all,
        'js',
        code,
      ]),
    ];
    for (const [, loader, code = ''] of snippets) {
      await expect(
        transform(code, { loader: loader as 'js' | 'jsx' | 'ts' }),
        `${name}: ${code}`,
      ).resolves.toBeTruthy();
      for (const [, module = ''] of code.matchAll(/from '(visitor-elements[^']*)'/g))
        expect([...names], `${name}: ${code}`).toContain(module);
    }
  }
});

/** Globals of Node, Deno, Bun and Cloudflare Pages. */
const given = 'declare const process: any, HTMLRewriter: any, Deno: any, Bun: any; type PagesFunction = any;';

test('code for frameworks and relays works when pasted: every name is imported or declared', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const files = new Map([['given.d.ts', given]]);
  for (const name of ['cached-pages', 'edge', 'frameworks', 'production', 'server', 'server-data'])
    for (const [, type, code = ''] of textOf(`docs/${name}.md`).matchAll(/```(jsx?|ts)\n(.*?)```/gs))
      files.set(`${name}-${files.size}.${type}`, code);
  expect(files.size).toBeGreaterThan(10);
  for (const [file, code] of files) await writeFile(join(folder, file), code);
  const flags =
    '--noEmit --allowJs --checkJs --noResolve --moduleDetection force --target es2022 --jsx preserve';
  const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
  const { text } = await runIn(folder, process.execPath, tsc, ...flags.split(' '), ...files.keys());
  await rm(folder, { recursive: true });
  // Types of missing modules don't matter here, but unknown names and similar property names do.
  expect(text).toContain("Cannot find module 'react'");
  expect(text.split('\n').filter((line) => /Cannot find name '\w+'|No value exists/.test(line))).toEqual([]);
});
