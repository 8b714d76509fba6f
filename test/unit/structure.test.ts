import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/*
 * The biome.json of each folder enforces the layers. Here the same rules check modules that break them, because a
 * mistyped pattern forbids nothing, and nobody would notice.
 */
const forbidden: Record<string, string[]> = {
  'src/model/probe.ts': [
    'lit',
    'node:http',
    '../lookup/shared-state.js',
    '../relay/index.js',
    '../configure.js',
  ],
  'src/lookup/probe.ts': [
    'lit',
    'node:http',
    '../personal/page-override.js',
    '../configure.js',
    '../../demo/mounts.js',
  ],
  'src/personal/probe.ts': ['lit', '../relay/index.js', '../elements/base/text.js', '../index.js'],
  'src/relay/probe.ts': [
    './http/fields.js',
    './cache/lru-cache.js',
    './responder.js',
    './node.js',
    'node:http',
    '../lookup/request.js',
  ],
  'src/relay/http/probe.ts': [
    '../cache/lru-cache.js',
    '../upstream/lookups.js',
    '../responder.js',
    '../node.js',
    'undici',
    '../../lookup/request.js',
  ],
  'src/relay/sources/probe.ts': ['../http/fields.js', '../upstream/lookups.js', '../index.js', 'node:fs'],
  'src/relay/cache/probe.ts': ['../limits/rate-limiter.js', '../upstream/lookups.js', '../responder.js'],
  'src/relay/limits/probe.ts': ['../cache/lru-cache.js', '../upstream/lookups.js', '../index.js'],
  'src/relay/upstream/probe.ts': ['../responder.js', '../node-request.js', '../sources/index.js', 'undici'],
  'src/relay/responder.ts': ['./node.js', './sources/index.js', 'node:http', '../lookup/request.js'],
  'src/relay/elsewhere/probe.ts': ['../body.js'],
  'src/relay/node-probe.ts': ['./sources/index.js', '../lookup/request.js', 'lit'],
  'src/probe.ts': ['./script/elements.js', './relay/index.js', 'lit'],
  'src/devtools/probe.ts': [
    'lit',
    '../index.js',
    '../relay/index.js',
    '../elements/base/text.js',
    '../elements/switch/visitor-switch.js',
  ],
  'src/script/probe.ts': ['../relay/index.js', '../elements/base/text.js', 'lit'],
  'src/elements/base/probe.ts': [
    '../card/fields.js',
    '../../define/visitor-info.js',
    '../../index.js',
    'undici',
  ],
  'src/elements/card/probe.ts': ['./visitor-asn.js', '../map/map-data.js', '../../index.js', 'undici'],
  'src/elements/card/visitor-probe.ts': ['./visitor-info.js', '../../relay/index.js'],
  'src/elements/value/probe.ts': ['../switch/visitor-switch.js', '../../configure.js'],
  'src/index.ts': ['./relay/index.js', '../test/run.js'],
  'src/define/probe.ts': ['../lookup/storage.js', '../relay/index.js'],
  'src/elsewhere/probe.ts': ['../lookup/index.js'],
  'demo/probe.ts': ['../test/run.js'],
  'build/probe.ts': ['../test/run.js', '../demo/mounts.js'],
};
const allowed: Record<string, string[]> = {
  'src/model/probe.ts': ['./paths.js'],
  'src/lookup/probe.ts': ['./storage.js', '../model/error.js'],
  'src/personal/probe.ts': ['./page-override.js', '../lookup/shared-state.js', '../model/paths.js'],
  'src/relay/probe.ts': ['./errors.js', '../model/error.js'],
  'src/relay/http/probe.ts': ['./fields.js', '../errors.js', '../../model/error.js'],
  'src/relay/sources/probe.ts': ['./normalise.js', '../options.js', '../../model/json.js'],
  'src/relay/cache/probe.ts': ['./lru-cache.js', '../http/fields.js', '../errors.js', '../../model/json.js'],
  'src/relay/limits/probe.ts': ['../http/lookup-context.js', '../errors.js', '../../model/types.js'],
  'src/relay/upstream/probe.ts': [
    './lookups.js',
    '../cache/lru-cache.js',
    '../limits/rate-limiter.js',
    '../http/lookup-context.js',
    '../errors.js',
    '../../model/json.js',
  ],
  'src/relay/responder.ts': ['./upstream/upstream.js', './http/guard.js', './errors.js', '../model/types.js'],
  'src/relay/node-probe.ts': [
    './responder.js',
    './http/exchange.js',
    '../model/json.js',
    'node:http',
    'node:stream/promises',
    'undici',
  ],
  'src/probe.ts': ['./personal/expose.js', './lookup/index.js', './model/format.js'],
  'src/script/probe.ts': [
    './start.js',
    '../configure.js',
    '../index.js',
    '../define/visitor-value.js',
    '../lookup/client.js',
  ],
  'src/devtools/probe.ts': [
    './page.js',
    '../elements/switch/cases.js',
    '../personal/simulation.js',
    '../lookup/shared-state.js',
    '../model/conditions.js',
  ],
  'src/elements/base/probe.ts': ['./clock.js', '../../personal/personalise.js', 'lit'],
  'src/elements/card/visitor-probe.ts': [
    './visitor-card.js',
    '../base/template-element.js',
    '../../model/format.js',
    'lit',
    'lit/directives/live.js',
  ],
  'src/index.ts': ['./elements/card/visitor-info.js', './lookup/index.js', './personal/personalise.js'],
  'src/define/probe.ts': ['../elements/card/visitor-info.js'],
  'demo/probe.ts': ['../src/index.js', '../build/documents.js', 'express'],
  'build/probe.ts': ['../src/model/conditions.js', 'ts-morph'],
};

/** The linter's configuration files: the root's, and those of the folders. */
const configuration = ['.biome.json', '.biome-imports.grit', '.biome-model.grit'].concat(
  ['src', 'build', 'demo'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|[\\/])biome\.json$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
);

/** The violations that the import rules find in modules with one import per line, as `module:line`. */
function complaints(modules: Record<string, string[]>): Set<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'layers-')));
  for (const name of configuration) cpSync(join(root, name), join(folder, name));
  for (const [module, lines] of Object.entries(modules)) {
    mkdirSync(dirname(join(folder, module)), { recursive: true });
    writeFileSync(join(folder, module), lines.join('\n'));
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(
    process.execPath,
    [biome, 'lint', '--reporter=github', '--max-diagnostics=none'],
    { cwd: folder, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  return new Set(
    [
      ...stdout.matchAll(
        /^::error title=(?:lint\/style\/noRestricted\w+|lint\/suspicious\/noImportCycles|plugin),file=([^,]+),line=(\d+)/gm,
      ),
    ].map(([, file = '', line]) => {
      return `${relative(folder, file).replaceAll('\\', '/')}:${line}`;
    }),
  );
}

const places = (modules: Record<string, string[]>) =>
  Object.entries(modules).flatMap(([module, lines]) => lines.map((_, index) => `${module}:${index + 1}`));

const written = (modules: Record<string, string[]>, line: (specifier: string) => string) =>
  Object.fromEntries(Object.entries(modules).map(([module, names]) => [module, names.map(line)]));

const ways: Record<string, (specifier: string) => string> = {
  'a plain import': (name) => `import '${name}';`,
  'an import of a type': (name) => `import type { A } from '${name}';`,
  'an export': (name) => `export { a } from '${name}';`,
  'an import while it runs': (name) => `await import('${name}');`,
};
for (const [way, line] of Object.entries(ways)) {
  test(`no layer imports from above, by ${way}`, () => {
    const modules = written(forbidden, line);
    expect([...complaints(modules)].sort()).toEqual(places(modules).sort());
  });
}

test('every layer may import the layers below it', () => {
  expect([...complaints(written(allowed, (name) => `import '${name}';`))]).toEqual([]);
});

test('an inline type import does not bypass the rules', () => {
  const modules = { 'src/model/probe.ts': [`export type A = import('../personal/page-override.js').View;`] };
  expect([...complaints(modules)]).toEqual(places(modules));
});

test('src/model knows no page and no network, and keeps no state', () => {
  const wrong = [
    'export const title = () => document.title;',
    `export const answer = () => fetch('https://service.example/');`,
    'export const page = () => globalThis;',
    'let last: unknown;',
    'export let count = 0;',
    'const known = new Map<string, number>();',
    'export const seen = new WeakSet<object>();',
  ];
  const right = [
    'export const pairs = new Map([[1, 2]]);',
    'export function sum() { let sum = 0; for (const n of [1]) sum += n; return sum; }',
    'export const text = (document: { title: string }) => document.title;',
  ];
  const modules = { 'src/model/probe.ts': wrong, 'src/model/fine.ts': right, 'src/lookup/probe.ts': wrong };
  expect([...complaints(modules)].sort()).toEqual(places({ 'src/model/probe.ts': wrong }));
});

test('circular imports are found, including those of types', () => {
  const modules = {
    'src/model/one.ts': [`import type { Two } from './two.js'; export type One = Two;`],
    'src/model/two.ts': [`import type { One } from './one.js'; export type Two = One;`],
  };
  expect([...complaints(modules)].sort()).toEqual(places(modules));
});

test('a module of the library fits on a few screens', () => {
  const long = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((module) => module.endsWith('.ts'))
    .map((module) => ({
      module,
      lines: readFileSync(join(root, 'src', module), 'utf8')
        .trimEnd()
        .split('\n').length,
    }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});
