import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { flagFolder } from '../../../build/flags.js';
import { labelLanguages } from '../../../build/labels.js';
import { packedPackage } from '../../support/project.js';

const root = new URL('../../../', import.meta.url);

/** The repository's files in some folders, except those that a pattern matches. */
function tracked(places: string[], except: RegExp): string[] {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...places],
    {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
    },
  );
  return files.split('\0').filter((file) => file && !except.test(file) && existsSync(new URL(file, root)));
}

/** The files that `tsc` makes of a module. A module with only types has no code. */
function compiled(module: string): string[] {
  const { code } = transformSync(readFileSync(new URL(module, root), 'utf8'), { loader: 'ts' });
  const name = module.replace(/^src(.*)\.ts$/, 'dist$1');
  const kinds = ['.d.ts', '.d.ts.map', ...(code.trim() ? ['.js', '.js.map'] : [])];
  return kinds.map((kind) => `${name}${kind}`);
}

const forContributors =
  /(^|\/)(biome\.json|tsconfig\.json)$|^demo\/relay\/platforms\/(types\/|package-lock)|^demo\/pictures\/(?!(head|visitor)-)/;
/** Scripts for a tag are bundled, and only the development service uses the countries' middles. */
const notCompiled = /^src\/script\/|\/country-centres\.ts$/;

test('the package has the repository’s own files and what is built of them, and nothing that a run left behind', async () => {
  const places = ['docs', 'skills', 'demo/pictures', 'demo/recipes', 'demo/relay', 'src'];
  const sources = tracked(places, forContributors);
  const modules = sources.filter((file) => /^src\/.*\.ts$/.test(file) && !notCompiled.test(file));
  const flags = readdirSync(flagFolder).filter((name) => name.endsWith('.svg'));
  const expected = [
    ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'llms.txt'],
    'demo/service/README.md',
    ...sources,
    ...modules.flatMap(compiled),
    ...labelLanguages.flatMap((language) => [`dist/labels/${language}.js`, `dist/labels/${language}.d.ts`]),
    ...['visitor-elements', 'visitor-core', 'visitor-devtools'].flatMap((name) => [
      `dist/${name}.min.js`,
      `dist/${name}.min.js.map`,
    ]),
    ...['visitor-attributes.min.js', 'reserve.css', 'jsx.d.ts', 'custom-elements.json'].map(
      (name) => `dist/${name}`,
    ),
    ...['web-types.json', 'vscode.html-custom-data.json', 'vscode.css-custom-data.json'].map(
      (name) => `dist/${name}`,
    ),
    ...['third-party-licences.md', 'importmap.json', 'integrity.json'].map((name) => `dist/${name}`),
    ...[...flags, 'LICENSE'].map((name) => `dist/flags/${name}`),
  ];
  const list = execFileSync('tar', ['-tzf', await packedPackage()], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const files = list.map((name) => name.replace('package/', ''));
  expect(files.filter((file) => !expected.includes(file))).toEqual([]);
  expect(expected.filter((file) => !files.includes(file))).toEqual([]);
});
