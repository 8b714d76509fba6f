import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from 'vitest';
import { documents, textOf } from '../../../build/documents/documents.js';
import manifest from '../../../package.json' with { type: 'json' };
import { installProject, runIn, type TemporaryProject } from '../../support/project.js';

const test = base.extend<{ project: TemporaryProject }>({
  project: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
    async ({}, use) => {
      const project = await installProject();
      await use(project);
      await project.close();
    },
    { scope: 'file' },
  ],
});

const inPackage = (folder: string, file = '') => join(folder, 'node_modules/visitor-elements', file);

test('installing prints nothing, and runs nothing', async ({ project }) => {
  const lines = project.installOutput
    .split('\n')
    .filter((line) => /warn|ERR/.test(line) && !/Unknown \w+ config/.test(line));
  expect(lines).toEqual([]);
  const { scripts } = JSON.parse(await readFile(inPackage(project.folder, 'package.json'), 'utf8'));
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
});

test('every file of the package is reached by an export, or is for people and editors', async ({
  project,
}) => {
  const reached = new Set<string>();
  const follow = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    if (!project.files.includes(file)) return;
    if (!/\.(js|d\.ts)$/.test(file) || file.endsWith('.min.js')) return;
    const text = readFileSync(inPackage(project.folder, file), 'utf8');
    const beside = (name: string) => posix.join(posix.dirname(file), name);
    const code = text.replaceAll(/\/\*.*?\*\//gs, '');
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g))
      follow(beside(file.endsWith('.d.ts') ? name.replace(/\.js$/, '.d.ts') : name));
    const types = file.replace(/\.js$/, '.d.ts');
    if (project.files.includes(types)) follow(types);
  };
  for (const target of Object.values(manifest.exports)) {
    const [start = '', end = ''] = target.slice('./'.length).split('*');
    const files = project.files.filter((file) => file.startsWith(start) && file.endsWith(end));
    expect(files, target).not.toEqual([]);
    (target.includes('*') ? files : [target.slice('./'.length)]).forEach(follow);
  }
  const lost = [...reached].filter((file) => !project.files.includes(file));
  expect(lost, 'imported, and not in the package').toEqual([]);
  const rest = project.files.filter((file) => !reached.has(file));
  // test/unit/package/package.test.ts checks the files that the documentation links to.
  const shown = /^demo\/(recipes|relay|service)\//;
  expect(rest.filter((file) => !shown.test(file)).sort()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      ...documents.filter((name) => name.startsWith('docs/')),
      'skills/visitor-elements/SKILL.md',
      'SECURITY.md',
      'dist/importmap.json',
      'dist/integrity.json',
      'dist/third-party-licences.md',
      'dist/vscode.css-custom-data.json',
      'dist/vscode.html-custom-data.json',
      'dist/web-types.json',
      'llms.txt',
    ].sort(),
  );
});

test('no file names a source map that the package lacks', async ({ project }) => {
  const named = project.files.filter(
    (file) =>
      /\.(js|ts|css)$/.test(file) &&
      readFileSync(inPackage(project.folder, file), 'utf8').includes('sourceMappingURL='),
  );
  expect(named).toEqual([]);
});

test('a server’s program compiles without the types of a page', async ({ project }) => {
  const { output } = await compile(project.folder, 'server', {
    options: { lib: ['es2022'], types: ['node'], typeRoots: [repository('node_modules/@types')] },
    code: `import { OriginLookup, type IpData } from 'visitor-elements/lookup.js';
import { createRelay } from 'visitor-elements/relay.js';
const origin = new OriginLookup({ baseUrl: 'https://lookup.example', apiKey: 'key' });
export const city = async (): Promise<IpData> => origin.ip({ signal: AbortSignal.timeout(1000) });
export const relay = createRelay({ baseUrl: 'https://lookup.example', apiKey: 'key', clientIp: () => null });`,
  });
  expect(output).toBe('');
});

test('the markup’s types compile without any framework', async ({ project }) => {
  const { output } = await compile(project.folder, 'markup', {
    options: { lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    code: `import type { VisitorElementProps } from 'visitor-elements/jsx.d.ts';
export const info: VisitorElementProps['visitor-info'] = { baseUrl: '/origin/', 'api-key': 'key', auth: 'none' };`,
  });
  expect(output).toBe('');
});

test('markup in React accepts numbers and `undefined`, and a listener of a value has the data of its lookup', async ({
  project,
}) => {
  const { output } = await compile(project.folder, 'react', {
    options: {
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      jsx: 'react-jsx',
      exactOptionalPropertyTypes: true,
      paths: {
        react: [repository('node_modules/@types/react/index.d.ts')],
        'react/jsx-runtime': [repository('node_modules/@types/react/jsx-runtime.d.ts')],
        csstype: [repository('node_modules/csstype/index.d.ts')],
      },
    },
    extension: 'tsx',
    code: `import type {} from 'visitor-elements/jsx.d.ts';
import type { IpData, LookupName, VisitorLoadEvent } from 'visitor-elements';
const show = ({ data }: VisitorLoadEvent<IpData>) => data.location?.city;
const known = (from: LookupName) => <visitor-value from={from} field="ip" />;
export const page = <>
  <visitor-info heading-level={3} /><visitor-asn heading-level="3" />{known('asn')}
  <visitor-value field="ip" onvisitor-load={({ data }) => data.location?.city} />
  <visitor-value field="ip" from="ip" onvisitor-load={show} />
  <visitor-value field="prefixes" from="asn" onvisitor-load={({ data }) => data.prefixes?.ipv4_count} />
  <visitor-value field="name" from="user-agent" onvisitor-load={({ data }) => data.device?.name} />
  <visitor-info heading-level={undefined} onvisitor-load={undefined} onvisitor-error={undefined} />
  <visitor-value from={undefined} onvisitor-load={undefined} />
  <visitor-country-select form={undefined} disabled={undefined} onchange={undefined} />
  {/* @ts-expect-error A network has no city. */}
  <visitor-value field="name" from="asn" onvisitor-load={({ data }) => data.location} />
  {/* @ts-expect-error A level is no object. */}
  <visitor-info heading-level={{}} />
</>;`,
  });
  expect(output).toBe('');
});

test('listeners have the type of their element’s data', async ({ project }) => {
  const { output } = await compile(project.folder, 'listeners', {
    options: { lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    code: `import { VisitorInfo } from 'visitor-elements/visitor-info.js';
import { VisitorAsn } from 'visitor-elements/visitor-asn.js';
new VisitorInfo().addEventListener('visitor-load', ({ data }) => data.location?.country?.code);
new VisitorAsn().addEventListener('visitor-load', ({ data }) => data.prefixes?.ipv4_count);
// @ts-expect-error An IP lookup has no prefixes.
new VisitorInfo().addEventListener('visitor-load', ({ data }) => data.prefixes);
new VisitorInfo().addEventListener('click', ({ clientX }) => clientX);
document.addEventListener('visitor-load', ({ data }) => data);
document.querySelector('visitor-info')?.addEventListener('visitor-error', ({ error }) => error.code);`,
  });
  expect(output).toBe('');
});

test('the recipes of the documents compile under strict', async ({ project }) => {
  const recipes = textOf('docs/prices-by-country.md') + textOf('docs/integrations.md');
  const blocks = [
    ...recipes.matchAll(/```[jt]s\n(.*?)```/gs),
    ...recipes.matchAll(/<script type="module">\n(.*?)<\/script>/gs),
  ]
    .map(([, code = '']) => code)
    // test/journeys/integrations compiles code that imports other packages.
    .filter((code) => !/ from '(?!visitor-elements)/.test(code));
  expect(blocks.length).toBeGreaterThan(1);
  const [hook] = /const subscribe = .*\nconst useVisitor = .*\n/.exec(textOf('docs/frameworks.md')) ?? [];
  blocks.push(
    `import { origin } from 'visitor-elements';\nimport { useSyncExternalStore } from 'react';\n${hook}useVisitor()?.data?.ip`,
  );
  const paths = { react: [repository('node_modules/@types/react/index.d.ts')] };
  const options = { lib: ['es2022', 'dom', 'dom.iterable'], types: [], paths };
  const { output } = await compile(project.folder, 'recipe', { options, code: blocks });
  expect(output).toBe('');
});

const repository = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** Type-checks modules of the project together with the package's own declarations. */
async function compile(
  folder: string,
  name: string,
  { options, code, extension = 'ts' }: { options: object; code: string | string[]; extension?: string },
) {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    moduleDetection: 'force',
    skipLibCheck: false,
  };
  const modules = new Map([code].flat().map((text, index) => [`${name}-${index}.${extension}`, text]));
  for (const [file, text] of modules) await writeFile(join(folder, file), text);
  const config = { compilerOptions: { ...compilerOptions, ...options }, files: [...modules.keys()] };
  await writeFile(join(folder, `${name}.json`), JSON.stringify(config));
  return runIn(folder, process.execPath, repository('node_modules/typescript/bin/tsc'), '-p', `${name}.json`);
}
