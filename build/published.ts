import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { path } from './path.js';

/** The CDN that the documentation names. */
export const cdn = 'https://unpkg.com/';
export const ownFiles = `${cdn}${manifest.name}@${manifest.version}/`;

/** The integrity hash of a file, by its path in the project. */
export const integrityOf = (file: string): string => hashOf(readFileSync(path(file)));

/** The hash of a script's content, for `integrity` and for `script-src`. */
export const hashOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

const ownUrl = new RegExp(`${cdn}${manifest.name}(?:@[^/"]+)?/dist/`, 'g');
const ownTag = new RegExp(`(src|href)="${ownFiles}(dist/[\\w./-]+\\.(?:js|css))"`, 'g');

/** A document whose URLs of this package name its current version. */
export const withVersion = (text: string): string => text.replaceAll(ownUrl, `${ownFiles}dist/`);

/** A document whose tags have the integrity hashes of the current build, as a release publishes it. */
export const withIntegrity = (text: string): string =>
  withVersion(text).replaceAll(ownTag, (url, _, file: string) =>
    existsSync(path(file)) ? `${url}\n  integrity="${integrityOf(file)}" crossorigin="anonymous"` : url,
  );
