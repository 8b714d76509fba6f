import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };

/** The CDN that the README and the site name. */
export const cdn = 'https://unpkg.com/';
export const ownFiles = `${cdn}${manifest.name}@${manifest.version}/`;

/** The integrity hash of a file of this package. */
export function integrityOf(file: string): string {
  const bytes = readFileSync(new URL(`../../${file}`, import.meta.url));
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

const anyTag = new RegExp(
  `(src|href)="${cdn}${manifest.name}(?:@[^/"]+)?/(dist/[\\w./-]+\\.(?:js|css))"(?:\\s+integrity="[^"]*"\\s+crossorigin="anonymous")?`,
  'g',
);

/** Adds this version and the integrity hash to every tag that loads a file of this package. */
export const withIntegrity = (text: string): string =>
  text.replaceAll(
    anyTag,
    (_, attribute: string, file: string) =>
      `${attribute}="${ownFiles}${file}"\n  integrity="${integrityOf(file)}" crossorigin="anonymous"`,
  );
