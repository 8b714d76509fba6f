import { buildSync } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };
import { textOf } from './documents/documents.js';
import { labelLanguages } from './labels.js';
import { path } from './path.js';
import { cdn, integrityOf, ownFiles } from './published.js';

interface ImportMap {
  imports: Readonly<Record<string, string>>;
  integrity?: Readonly<Record<string, string>>;
}

/** Lit's packages, by the names under which modules import them. */
const lit = {
  lit: 'index.js',
  'lit-html': 'lit-html.js',
  'lit-html/': '',
  'lit-element/': '',
  '@lit/reactive-element': 'reactive-element.js',
};

/** The package's modules for a page: each name, and its file with `*` for the language of labels. */
const modules = Object.entries(manifest.exports).filter(
  ([name, file]) => file.endsWith('.js') && !/relay|sources|^\.\/dist\//.test(name),
);

/** The package's modules, with one line per folder, and Lit's. */
function imports(): Record<string, string> {
  const own = modules
    .map((names) => names.map((name) => name.replace('*.js', '')))
    .map(([name = '', file = '']) => [
      name.replace(/^\./, manifest.name),
      ownFiles + file.slice('./'.length),
    ]);
  const lits = Object.entries(lit).map(([name, file]) => {
    const packageName = name.replace(/\/$/, '');
    return [name, `${cdn}${packageName}@${installedVersion(packageName)}/${file}`];
  });
  return Object.fromEntries([...own, ...lits]);
}

/** `dist/importmap.json`: for pages without a bundler. `integrity` lists every file that the modules load. */
export const importMap = (): ImportMap => ({
  imports: imports(),
  integrity: Object.fromEntries(
    filesLoadedBy(modules.flatMap(([, file]) => filesOf(file))).map((file) => [
      urlOf(file),
      integrityOf(file),
    ]),
  ),
});

/** As much of the import map as a page with all elements needs, for the documentation. */
export function shortImportMap(): ImportMap {
  const needed = [manifest.name, `${manifest.name}/define.js`, ...Object.keys(lit)];
  return { imports: Object.fromEntries(Object.entries(imports()).filter(([name]) => needed.includes(name))) };
}

export const importMapTag = (map: ImportMap): string =>
  `<script type="importmap">\n${JSON.stringify(map, null, 2)}\n</script>`;

/** The files of an export, which may be one for each language. */
const filesOf = (file: string) =>
  file.includes('*') ? labelLanguages.map((language) => file.replace('*', language)) : [file];

/** Modules and everything that they import, by their paths in the project. */
function filesLoadedBy(modules: readonly string[]): string[] {
  const { metafile } = buildSync({
    absWorkingDir: path(''),
    entryPoints: [...modules],
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs).sort();
}

function urlOf(file: string): string {
  const [, name, rest] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(file) ?? [];
  return name ? `${cdn}${name}@${installedVersion(name)}/${rest}` : ownFiles + file;
}

function installedVersion(name: string): string {
  const lock = JSON.parse(textOf('package-lock.json'));
  return lock.packages[`node_modules/${name}`].version;
}
