import { readdirSync } from 'node:fs';
import { textOf } from '../../build/documents/documents.js';
import { path } from '../../build/path.js';
import { integrityOf, ownFiles } from '../../build/published.js';
import { type CodeUrls, scriptTag } from '../browser/code-urls.js';

/** A document's code block that contains this text. */
const codeWith = (words: string, name: string) =>
  textOf(name)
    .split('```')
    .find((part) => part.startsWith('js\n') && part.includes(words))
    ?.slice('js\n'.length)
    .trim();

/** The hashes of the scripts that pages load from a CDN. */
const hashes = () =>
  Object.fromEntries(
    readdirSync(path('dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(visitor-(elements|core)\.min|countries|services)\.js$/.test(file))
      .map((file) => [file, integrityOf(`dist/${file}`)]),
  );

/** The URLs of the library and the service in code on the site, or a development server's own. */
export const codeUrls = (server?: string): CodeUrls => ({
  dist: server ? `${server}/dist/` : `${ownFiles}dist/`,
  ...(server
    ? { service: `${server}/api/`, key: 'demo-page' }
    : { service: 'https://lookup.example', key: 'YOUR_KEY' }),
  integrity: server ? {} : hashes(),
  isServer: !!server,
  servers: {
    relay: `// server.mjs, after npm install visitor-elements undici@7\n${codeWith('apiKey: process.env.LOOKUP_KEY', 'docs/server.md')}`,
    source: `// functions/origin/[[path]].js on Cloudflare Pages, after npm install visitor-elements\n${codeWith('createRelay(cloudflare())', 'docs/edge.md')}`,
  },
});

/** The smaller script, with the country that the browser's time zone belongs to. */
export const keylessTag = (server?: string): string =>
  scriptTag(codeUrls(server), { guess: 'time-zone' }, { file: 'visitor-core.min.js' });

/** The warning beside every key. */
export const keyWarning =
  '<p class="aside"><strong>A key in a page is visible to anyone who opens the page</strong>, and origin restriction is enforced by browsers only. <a href="{{root}}docs/server.html">A relay keeps it on your server →</a></p>';
