import { engines } from '../support/browsers.js';
import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

/** A page that preloads its lookup, as `docs/caching.md` shows. */
const page = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<link rel="preload" as="fetch" crossorigin href="/who/">
<script async src="/dist/visitor-core.min.js" data-base-url="/who/" data-auth="none" data-skip-bots="false"></script>
<visitor-value field="ip">an address</visitor-value>`;

/** A lookup bypasses the browser's cache. Firefox and WebKit then don't use the preloaded response. */
const sent = { chromium: 1, firefox: 2, webkit: 2 };

for (const engine of engines)
  test(`a preloaded lookup shows its value, and is ${sent[engine]} of the free requests in ${engine}`, async ({
    closing,
    walk,
  }) => {
    let requests = 0;
    const site = serveSite(({ url = '/' }, response) => {
      const isLookup = url === '/who/';
      if (isLookup) requests += 1;
      response.setHeader('content-type', isLookup ? 'application/json' : 'text/html');
      response.setHeader('cache-control', 'private, no-store');
      response.end(isLookup ? '{"ip":"192.0.2.1"}' : page);
    });
    const { base } = await closing(site);
    const walker = await walk(engine);
    await walker.goto(`${base}/page`);
    const shown = `visitorElements.origin.ip().then(() => document.querySelector('visitor-value').updateComplete)
      .then(() => document.querySelector('visitor-value').innerText)`;
    expect(await walker.evaluate(shown)).toBe('192.0.2.1');
    // The value may be there before the preload has been sent.
    await expect.poll(() => requests).toBe(sent[engine]);
  });
