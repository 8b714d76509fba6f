import { readdirSync } from 'node:fs';
import { textOf } from '../../build/documents.js';
import { withIntegrity } from '../../build/published.js';
import { type CodeUrls, scriptTag, stacked } from '../browser/code-urls.js';
import { noteOf } from '../browser/note.js';

/** The README's first snippet: the script tag and one element. */
const [, start = ''] = /```html\n([\s\S]*?)```/.exec(withIntegrity(textOf('README.md'))) ?? [];
/** A document's code block that contains this text. */
const codeWith = (words: string, name: string) =>
  textOf(name)
    .split('```')
    .find((part) => part.startsWith('js\n') && part.includes(words))
    ?.slice('js\n'.length)
    .trim();
const servers = {
  relay: `// server.mjs, after npm install visitor-elements undici@7\n${codeWith('apiKey: process.env.LOOKUP_KEY', 'docs/server.md')}`,
  source: `// functions/origin/[[path]].js on Cloudflare Pages, after npm install visitor-elements\n${codeWith('createRelay(cloudflare())', 'docs/edge.md')}`,
};
const published = 'https://unpkg.com/visitor-elements/';
const languages = readdirSync(new URL('../../src/labels/', import.meta.url)).map((file) =>
  file.replace('.json', ''),
);

/** A tag with a published file, as the README has it, or with the development server's own file. */
export const tagOf = (tag: string, server?: string) =>
  server ? tag.replaceAll(published, `${server}/`) : withIntegrity(tag);

/** The URLs of the library and the service in code on the site: the README's, or a development server's own. */
export function codeUrls(server?: string): CodeUrls {
  const [tag = ''] = /<script[\s\S]*?<\/script>/.exec(start) ?? [];
  return {
    script: server
      ? tag
          .replaceAll(/\s+(integrity|crossorigin)="[^"]*"/g, '')
          .replace(/"[^"]*\/dist\//, `"${server}/dist/`)
      : tag,
    labels: Object.fromEntries(
      languages.map((name) => [
        name,
        stacked(tagOf(`<script src="${published}dist/labels/${name}.js"></script>`, server)),
      ]),
    ),
    ...(server
      ? { service: `${server}/api/`, key: 'demo-page' }
      : { service: 'https://lookup.example', key: 'YOUR_KEY' }),
    isServer: !!server,
    servers,
  };
}

/** The card beside the snippets. */
const card = '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>';

/** The first snippets. `server` is the URL of a development server, whose script and service they then name. */
export function snippets(server?: string) {
  const urls = codeUrls(server);
  const { service, key } = urls;
  return {
    script: `${scriptTag(urls, { 'base-url': service, 'api-key': key })}\n${card}`,
    npm: `
// npm install visitor-elements
import 'visitor-elements/visitor-info.js';
import 'visitor-elements/visitor-map.js';
import { configure } from 'visitor-elements';

configure({ baseUrl: '${service}', apiKey: '${key}' });
// in your page:
// ${card}`,
    relay: `${scriptTag(urls, { 'base-url': '/origin/', auth: 'none' })}\n${card}`,
    countries: stacked(tagOf(`<script src="${published}dist/countries.js"></script>`, server)),
    note: noteOf(urls, { connection: 'key', serviceUrl: '', key: '' }),
  };
}

/** The warning beside every key. */
export const keyWarning =
  '<p class="aside"><strong>A key in a page is visible to anyone who opens the page</strong>, and origin restriction is enforced by browsers only. <a href="{{root}}docs/server.html">A relay keeps it on your server →</a></p>';
