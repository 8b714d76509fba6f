import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

const tags = Object.keys(manifest.exports).flatMap(
  (name) => name.match(/^\.\/(visitor-[\w-]+)\.js$/)?.[1] ?? [],
);
const entry = `(index|define|script)\\.ts$|define/`;
const page = `(?!${entry})[\\w-]+\\.ts$`;
const element = `elements/(${tags.join('|')})\\.ts$`;

/** The places, each with what it may import; the first whose `files` match a module is where that stands. */
const places = [
  { files: 'src/lookup/', mayImport: 'src/lookup/' },
  { files: 'src/visitor/', mayImport: 'src/(lookup|visitor)/' },
  { files: 'src/relay/node[\\w-]*\\.ts$', mayImport: 'src/(lookup|relay)/|node:|undici$' },
  { files: 'src/relay/', mayImport: 'src/(lookup|relay)/(?!node)' },
  { files: `src/(${entry})`, mayImport: 'src/(?!relay/)' },
  { files: `src/${page}`, mayImport: `src/(lookup/|visitor/|${page})` },
  { files: 'src/elements/', mayImport: `src/(lookup/|visitor/|${page}|(?!${element})elements/)|lit(/|$)` },
  { files: 'demo/', mayImport: '(?!test/)' },
].map(({ files, mayImport }) => ({ files: RegExp(`^(${files})`), mayImport: RegExp(`^(${mayImport})`) }));

const modules = ['src', 'demo'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts')),
);
const source = (module: string) => readFileSync(join(root, module), 'utf8');

const importPattern =
  /^\s*(?:import|export)\s[^'"=]*?\bfrom\s*['"]([^'"]+)|^\s*import\s*['"]([^'"]+)|\bimport\(\s*['"]([^'"]+)/gm;

/** What a module imports: a path from the top level for a relative import, the specifier for any other. */
function importsOf(module: string): string[] {
  const code = source(module).replace(/^\s*\/\*[\s\S]*?\*\//gm, '');
  return [...code.matchAll(importPattern)].map((match) => {
    const specifier = match.slice(1).find(Boolean) ?? '';
    return specifier.startsWith('.')
      ? join(dirname(module), specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts')
      : specifier;
  });
}

const edges = modules.flatMap((module) => importsOf(module).map((imported) => ({ module, imported })));

test('the pattern finds every kind of import', () => {
  const specifiers = (code: string) =>
    [...code.matchAll(importPattern)].map((match) => match.slice(1).find(Boolean));
  expect(
    specifiers(`import 'a';\nimport b from "b";\nimport {\n  c,\n} from 'c';\nexport * from 'd';
export { e } from 'e';\nimport type { F } from 'f';\nconst g = await import('g');\nexport const h = 'from h';`),
  ).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(edges.length).toBeGreaterThan(10);
});

const isWrong = ({ module, imported }: { module: string; imported: string }) =>
  !places.find(({ files }) => files.test(module))?.mayImport.test(imported);

test('every module has a place, and imports only from its own place and from below', () => {
  expect(edges.filter(isWrong)).toEqual([]);
});

test('the places forbid what they should', () => {
  const forbidden = [
    ['src/lookup/index.ts', 'src/visitor/index.ts'],
    ['src/lookup/index.ts', 'src/settings.ts'],
    ['src/lookup/index.ts', 'demo/mounts.ts'],
    ['src/visitor/index.ts', 'lit'],
    ['src/visitor/index.ts', 'src/relay/index.ts'],
    ['src/relay/index.ts', 'src/relay/node.ts'],
    ['src/relay/index.ts', 'node:http'],
    ['src/relay/node.ts', 'src/visitor/index.ts'],
    ['src/settings.ts', 'src/elements/visitor-info.ts'],
    ['src/settings.ts', 'lit'],
    ['src/elements/visitor-info.ts', 'src/elements/visitor-asn.ts'],
    ['src/elements/visitor-info.ts', 'src/define/visitor-info.ts'],
    ['src/elements/visitor-info.ts', 'undici'],
    ['src/index.ts', 'src/relay/index.ts'],
    ['src/index.ts', 'test/run.ts'],
    ['src/elsewhere/index.ts', 'src/lookup/index.ts'],
    ['demo/main.ts', 'test/run.ts'],
  ];
  const allowed = forbidden.filter(([module = '', imported = '']) => !isWrong({ module, imported }));
  expect(allowed).toEqual([]);
});

test('a module of the library fits on a few screens', () => {
  const long = modules
    .filter((module) => module.startsWith('src/'))
    .map((module) => ({ module, lines: source(module).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 200);
  expect(long).toEqual([]);
});
