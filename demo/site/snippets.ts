import { readFileSync } from 'node:fs';

/** What the README starts with: the script tag and one element. */
const readme =
  readFileSync(new URL('../../README.md', import.meta.url), 'utf8').match(/```html\n([\s\S]*?)```/)?.[1] ??
  '';
const placeholders = { service: 'https://lookup.example', key: 'YOUR_KEY' };
const published = 'https://unpkg.com/visitor-elements/';

/** The snippets to start with; `server` is the address of a development server, whose own script and service they name. */
export function snippets(server?: string) {
  const service = server ? `${server}/api/` : placeholders.service;
  const key = server ? 'demo-page' : placeholders.key;
  const script = server
    ? readme
        .replaceAll(/\s+(integrity|crossorigin)(="[^"]*")?/g, '')
        .replaceAll(/https:\/\/unpkg\.com\/visitor-elements(@[^/]*)?\//g, `${server}/`)
        .replaceAll(placeholders.service, service)
        .replaceAll(placeholders.key, key)
    : readme;
  return {
    script,
    npm: `
// npm install visitor-elements
import 'visitor-elements/visitor-info.js';
import { configure } from 'visitor-elements';

configure({ baseUrl: '${service}', apiKey: '${key}' });`,
    relay: `
<script src="${server ? `${server}/` : published}dist/visitor-elements.min.js"
  data-base-url="${server ?? ''}/origin/" data-auth="none"></script>
<visitor-info></visitor-info>`,
    note: server
      ? `This server’s own script, service and key: paste it into a file and it works, as long as <code>npm start</code> runs.`
      : `Two placeholders are yours to fill in: <code>${placeholders.service}</code>, the address of your lookup service, and <code>${placeholders.key}</code>.`,
  };
}
