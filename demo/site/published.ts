import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };

/** Where the package's files lie on the network that README and site name. */
export const cdn = 'https://unpkg.com/';
export const own = `${cdn}${manifest.name}@${manifest.version}/`;

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
