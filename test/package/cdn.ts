import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };

/** Where the package's files lie on the network that the README names. */
export const cdn = 'https://unpkg.com/';
const own = `${cdn}${manifest.name}@${manifest.version}/`;

/** What a browser compares a file of this package with before it runs it. */
export function integrityOf(file: string): string {
  const bytes = readFileSync(new URL(`../../${file}`, import.meta.url));
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

const anyTag = new RegExp(
  `(src|href)="${cdn}${manifest.name}(?:@[^/"]+)?/(dist/[\\w./-]+\\.(?:js|css))"(?:\\s+integrity="[^"]*"\\s+crossorigin="anonymous")?`,
  'g',
);

/** Every tag with a file of this package names this version and what its file must be. */
export const withIntegrity = (text: string): string =>
  text.replaceAll(
    anyTag,
    (_, attribute: string, file: string) =>
      `${attribute}="${own}${file}"\n  integrity="${integrityOf(file)}" crossorigin="anonymous"`,
  );

/** Lit's packages, by what modules import of them. */
const lit = {
  lit: 'index.js',
  'lit-html': 'lit-html.js',
  'lit-html/': '',
  'lit-element/': '',
  '@lit/reactive-element': 'reactive-element.js',
};

/** An import map for pages without a bundler: the package's modules, and Lit's. */
export function importMap(): string {
  const modules = Object.entries(manifest.exports).filter(
    ([name, file]) => file.endsWith('.js') && !/relay|\*|^\.\/dist\//.test(name),
  );
  const imports = {
    ...Object.fromEntries(
      modules.map(([name, file]) => [name.replace(/^\./, manifest.name), `${own}${file.slice('./'.length)}`]),
    ),
    ...Object.fromEntries(
      Object.entries(lit).map(([name, file]) => {
        const packageName = name.replace(/\/$/, '');
        return [name, `${cdn}${packageName}@${installed(packageName)}/${file}`];
      }),
    ),
  };
  return `<script type="importmap">\n${JSON.stringify({ imports }, null, 2)}\n</script>`;
}

function installed(name: string): string {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const { version } = lock.packages[`node_modules/${name}`] as { version: string };
  return version;
}
