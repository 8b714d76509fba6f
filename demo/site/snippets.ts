import { readdirSync, readFileSync } from 'node:fs';
import { type Origin, scriptTag } from '../browser/origin.js';
import { withIntegrity } from './published.js';

/** What the README starts with: the script tag and one element. */
const readme =
  readFileSync(new URL('../../README.md', import.meta.url), 'utf8').match(/```html\n([\s\S]*?)```/)?.[1] ??
  '';
const published = 'https://unpkg.com/visitor-elements/';
const languages = readdirSync(new URL('../../src/labels/', import.meta.url)).map((file) =>
  file.replace('.ts', ''),
);

/** A tag with a published file, as the README writes it; with a development server's own file where there is one. */
export const tagOf = (tag: string, server?: string) =>
  server ? tag.replaceAll(published, `${server}/`) : withIntegrity(tag);

/** Where code on the site takes the library and its answers from: the README's places, or a development server's own. */
export function originOf(server?: string): Origin {
  const [tag = ''] = /<script[\s\S]*?<\/script>/.exec(readme) ?? [];
  return {
    script: server
      ? tag
          .replaceAll(/\s+(integrity|crossorigin)="[^"]*"/g, '')
          .replace(/"[^"]*\/dist\//, `"${server}/dist/`)
      : tag,
    labels: Object.fromEntries(
      languages.map((name) => [
        name,
        tagOf(`<script src="${published}dist/labels/${name}.js"></script>`, server),
      ]),
    ),
    ...(server
      ? { service: `${server}/api/`, key: 'demo-page' }
      : { service: 'https://lookup.example', key: 'YOUR_KEY' }),
  };
}

/** The snippets to start with; `server` is the address of a development server, whose own script and service they name. */
export function snippets(server?: string) {
  const origin = originOf(server);
  const { service, key } = origin;
  return {
    script: `${scriptTag(origin, { 'base-url': service, 'api-key': key })}\n<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>`,
    npm: `
// npm install visitor-elements
import 'visitor-elements/visitor-info.js';
import { configure } from 'visitor-elements';

configure({ baseUrl: '${service}', apiKey: '${key}' });`,
    relay: `${scriptTag(origin, { 'base-url': '/origin/', auth: 'none' })}\n<visitor-info></visitor-info>`,
    countries: tagOf(`<script src="${published}dist/countries.js"></script>`, server),
    note: server
      ? `This server’s own script, service and key: paste it into a file and it works, as long as <code>npm start</code> runs.`
      : `Two placeholders are yours to fill in: <code>${service}</code>, the address of your lookup service, and <code>${key}</code>.`,
  };
}
