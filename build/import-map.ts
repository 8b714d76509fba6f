import { readFileSync } from 'node:fs';
import { cdn, own } from '../demo/site/published.js';
import manifest from '../package.json' with { type: 'json' };

/** Lit's packages, and the paths that modules import from them. */
const lit = {
  lit: 'index.js',
  'lit-html': 'lit-html.js',
  'lit-html/': '',
  'lit-element/': '',
  '@lit/reactive-element': 'reactive-element.js',
};

/** An import map for pages without a bundler: the package's modules, one line for a folder, and Lit's. */
export function importMap(): string {
  const modules = Object.entries(manifest.exports)
    .filter(([name, file]) => file.endsWith('.js') && !/relay|^\.\/dist\//.test(name))
    .map((paths) => paths.map((path) => path.replace('*.js', '')))
    .map(([name = '', file = '']) => [name.replace(/^\./, manifest.name), own + file.slice('./'.length)]);
  const lits = Object.entries(lit).map(([name, file]) => {
    const packageName = name.replace(/\/$/, '');
    return [name, `${cdn}${packageName}@${installedVersion(packageName)}/${file}`];
  });
  const imports = Object.fromEntries([...modules, ...lits]);
  return `<script type="importmap">\n${JSON.stringify({ imports }, null, 2)}\n</script>`;
}

function installedVersion(name: string): string {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  return lock.packages[`node_modules/${name}`].version;
}
