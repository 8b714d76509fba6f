import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { cdn, ownFiles as ownUrl } from '../demo/site/published.js';
import manifest from '../package.json' with { type: 'json' };

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
    .map((paths) => paths.map((path) => path.replace('*.js', '')))
    .map(([name = '', file = '']) => [name.replace(/^\./, manifest.name), ownUrl + file.slice('./'.length)]);
  const lits = Object.entries(lit).map(([name, file]) => {
    const packageName = name.replace(/\/$/, '');
    return [name, `${cdn}${packageName}@${installedVersion(packageName)}/${file}`];
  });
  const imports = Object.fromEntries([...own, ...lits]);
  const integrity = Object.fromEntries(
    filesLoadedBy(modules.flatMap(([, file]) => filesOf(file))).map((file) => [
      urlOf(file),
      `sha384-${createHash('sha384')
        .update(readFileSync(new URL(file, root)))
        .digest('base64')}`,
    ]),
  );
  return `<script type="importmap">\n${JSON.stringify({ imports, integrity }, null, 2)}\n</script>`;
}

const root = new URL('../', import.meta.url);

/** The files of an export, which may be a whole folder. */
function filesOf(file: string): string[] {
  const [folder = '', end] = file.split('*');
  return end === undefined
    ? [file]
    : readdirSync(new URL(folder, root))
        .filter((name) => name.endsWith(end))
        .map((name) => folder + name);
}

/** Modules and everything that they import, by their paths in the project. */
function filesLoadedBy(modules: readonly string[]): string[] {
  const { metafile } = buildSync({
    absWorkingDir: fileURLToPath(root),
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
  const [, name, path] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(file) ?? [];
  return name ? `${cdn}${name}@${installedVersion(name)}/${path}` : ownUrl + file;
}

function installedVersion(name: string): string {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  return lock.packages[`node_modules/${name}`].version;
}
