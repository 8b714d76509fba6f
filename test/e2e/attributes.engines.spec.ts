import { readFileSync } from 'node:fs';
import { engines } from '../support/browsers.js';
import { expect, test } from './fixtures.js';
import { requestsOf, serveSite } from './site.js';

const guide = readFileSync(new URL('../../docs/flash.md', import.meta.url), 'utf8');
const [, line = ''] = /^(<script>.*visitor-elements\/attributes.*<\/script>)$/m.exec(guide) ?? [];
const hashes = JSON.parse(readFileSync(new URL('../../dist/integrity.json', import.meta.url), 'utf8'));
const hash = hashes['visitor-attributes.min.js as a line'];

/** Reports the country on `<html>` before the body is parsed, and continues when the response arrives. */
const page = (visit: string, script: string) => `<!doctype html><html lang="en"><head><title>A visitor</title>
<link rel="icon" href="data:,">${script}<script nonce="once">const early = document.documentElement.dataset.visitorCountry;</script>
<script defer src="/dist/visitor-core.min.js" data-base-url="/api/visit/${visit}/" data-api-key="demo-open" data-skip-bots="false"
  data-expose></script></head><body><script nonce="once" type="module">
  await visitorElements.origin.ip();
  const next = await (await fetch('/tell/' + early + ',' + document.documentElement.dataset.visitorCountry)).text();
  if (next) location.href = next;
</script></body></html>`;

/** In every engine, the parser waits for a script that is a file. */
const ways = [
  { how: 'as the line of the guide', script: line, inEngines: engines },
  {
    how: 'as a file',
    script: '<script src="/dist/visitor-attributes.min.js"></script>',
    inEngines: engines.slice(0, 1),
  },
];

for (const { how, script, inEngines } of ways)
  for (const engine of inEngines)
    test(`attributes are on <html> before the next page’s first paint, ${how}, under a strict policy: ${engine}`, async ({
      closing,
      walk,
    }) => {
      const visit = crypto.randomUUID();
      const told: string[] = [];
      const site = serveSite(async ({ url = '/' }, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        if (url.startsWith('/tell/')) {
          told.push(`${url.slice(6)} ${await requestsOf((await site).base, visit)}`);
          response.end(told.length < 2 ? '/next' : '');
        } else {
          const policy = `default-src 'none'; script-src 'self' 'nonce-once' '${hash}'; connect-src 'self'; img-src data:`;
          response.setHeader('content-security-policy', policy).end(page(visit, script));
        }
      });
      const { base } = await closing(site);
      await (await walk(engine)).goto(`${base}/page`);
      await expect.poll(() => told.length).toBe(2);
      expect(told).toEqual(['undefined,GB 1', 'GB,GB 1']);
    });
