import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const below = 'src/(?:personal|lookup|model)/';
const lit = 'lit$|lit/|@lit/reactive-element$';
const ground = 'src/relay/(?!index|responder|node)[\\w-]+\\.ts|src/model/';
const parts = `src/relay/(?:http|cache|limits|upstream)/|${ground}`;

/**
 * What the modules of each layer may import, in any way: imports go strictly downward. The first line that fits a module
 * is its layer.
 */
const layers: readonly (readonly [modules: string, mayImport: string])[] = [
  ['src/model/', 'src/model/'],
  ['src/lookup/', 'src/(?:lookup|model)/'],
  ['src/personal/', below],
  ['src/elements/base/', `src/elements/base/|${below}|${lit}`],
  // An element imports no other element, and cards their base class.
  ...['card', 'map', 'select', 'switch', 'value'].map(
    (name) =>
      [
        `src/elements/${name}/`,
        `src/elements/(?:base|${name})/(?!visitor-(?!card\\.|element\\.))|${below}|${lit}`,
      ] as const,
  ),
  ['src/define/', 'src/[\\w-]+\\.ts|src/elements/'],
  ['src/devtools/', `src/devtools/|src/elements/switch/cases\\.ts|${below}`],
  ['src/script/', `src/script/|src/[\\w-]+\\.ts|src/define/|${below}`],
  ['src/[\\w-]+\\.ts', `src/[\\w-]+\\.ts|src/(?:define|elements)/|${below}`],

  ['src/relay/(?:http|sources)/', `src/relay/(?:http|sources)/|${ground}`],
  ['src/relay/(?:cache|limits)/', `src/relay/(?:http|cache|limits)/|${ground}`],
  ['src/relay/upstream/', parts],
  ['src/relay/(?:index|responder)\\.ts', `src/relay/responder\\.ts|${parts}`],
  ['src/relay/node[\\w-]*\\.ts', `src/relay/(?:responder|node[\\w-]*)\\.ts|${parts}|node:|undici$`],
  ['src/relay/[\\w-]+\\.ts', ground],

  ['build/', '(?!test/|demo/)'],
  ['demo/', '(?!test/)'],
];

const layerOf = (module: string) => layers.find(([modules]) => RegExp(`^(?:${modules})`).test(module));

const modulesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !/node_modules|\/platforms\//.test(name));

/** The modules of the project, by their paths, and the packages that a module imports, or only what it loads: no types. */
function importsOf(module: string, isLoaded = false): string[] {
  const code = readFileSync(join(root, module), 'utf8').replace(isLoaded ? /^import type .*/gm : '', '');
  const names = code.matchAll(
    /^(?:import\s*|(?:import|export)\s[^;'"`=(]*?\bfrom\s*)'([^']+)'|\bimport\('([^']+)'/gm,
  );
  return Array.from(names, ([, declared, name = declared ?? '']) =>
    name.startsWith('.') ? posix.join(posix.dirname(module), name).replace(/\.js$/, '.ts') : name,
  );
}

test('imports go strictly downward', () => {
  const modules = ['src', 'build', 'demo'].flatMap(modulesIn);
  expect(modules.filter((module) => !layerOf(module))).toEqual([]);
  const upward = modules.flatMap((module) => {
    const [, mayImport = ''] = layerOf(module) ?? [];
    return importsOf(module)
      .filter((imported) => !RegExp(`^(?:${mayImport})`).test(imported))
      .map((imported) => `${module}: ${imported}`);
  });
  expect(upward).toEqual([]);
});

test('src/model keeps no state, but for its caches', () => {
  const state =
    /^(?:export )?(?:let |const .*= (?:\/\* @__PURE__ \*\/ )?new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m;
  const keeping = modulesIn('src/model').filter((module) =>
    state.test(readFileSync(join(root, module), 'utf8')),
  );
  expect(keeping).toEqual(['src/model/country-lists.ts', 'src/model/format.ts', 'src/model/snapshot.ts']);
});

const linesOf = (module: string) => readFileSync(join(root, module), 'utf8').trimEnd().split('\n').length;

test('a module of the library fits on a few screens', () => {
  expect(modulesIn('src').filter((module) => linesOf(module) > 400)).toEqual([]);
});

test('a page that shows one value loads little else', () => {
  const reached = new Set(['src/define/visitor-value.ts']);
  for (const module of reached)
    for (const imported of importsOf(module, true)) if (imported.startsWith('src/')) reached.add(imported);
  const lines = [...reached].reduce((sum, module) => sum + linesOf(module), 0);
  expect(reached.size, [...reached].join('\n')).toBeLessThanOrEqual(27);
  expect(lines).toBeLessThanOrEqual(2860);
});
