import { buildSync } from 'esbuild';
import { textOf } from '../demo/site/documents.js';
import { cdn, integrityOf, ownFiles } from '../demo/site/published.js';
import manifest from '../package.json' with { type: 'json' };
import { labelLanguages } from './labels.js';
import { path } from './path.js';

/** Lit's packages, by the names under which modules import them. */
const lit = {
  lit: 'index.js',
  'lit-html': 'lit-html.js',
  'lit-html/': '',
  'lit-element/': '',
  '@lit/reactive-element': 'reactive-element.js',
};

/**
 * An import map for pages without a bundler: the package's modules, with one line per folder, and Lit's. `integrity`
 * lists every file that they load.
 */
export function importMap(): string {
  const modules = Object.entries(manifest.exports).filter(
    ([name, file]) => file.endsWith('.js') && !/relay|sources|^\.\/dist\//.test(name),
  );
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
  const imports = Object.fromEntries([...own, ...lits]);
  const integrity = Object.fromEntries(
    filesLoadedBy(modules.flatMap(([, file]) => filesOf(file))).map((file) => [
      urlOf(file),
      integrityOf(file),
    ]),
  );
  return `<script type="importmap">\n${JSON.stringify({ imports, integrity }, null, 2)}\n</script>`;
}

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

/** A file's URL on the CDN. */
function urlOf(file: string): string {
  const [, name, rest] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(file) ?? [];
  return name ? `${cdn}${name}@${installedVersion(name)}/${rest}` : ownFiles + file;
}

function installedVersion(name: string): string {
  const lock = JSON.parse(textOf('package-lock.json'));
  return lock.packages[`node_modules/${name}`].version;
}
