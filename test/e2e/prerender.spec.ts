import { signal } from '../support/signal.js';
import { openAlone } from './alone.js';
import { expect, test } from './fixtures.js';
import { requestsOf, serveSite } from './site.js';

/** Lets the browser prerender the next page, and navigates there when that page has reported that it is prerendered. */
const start = `<!doctype html><title>Start</title>
<script type="speculationrules">{"prerender": [{"urls": ["/next"], "eagerness": "immediate"}]}</script>
<script>fetch('/tell/go').then(() => { location.href = '/next'; });</script>`;

/**
 * Reports its state before it is shown, after a request of its own. A request of the library would have come earlier.
 */
const next = (visit: string) => `<!doctype html><title>Next</title>
<visitor-value field="ip">an address</visitor-value>
<script src="/dist/visitor-elements.min.js" data-base-url="/api/visit/${visit}/" data-api-key="demo-open"
  data-skip-bots="false"></script>
<script>
  visitorElements.origin.ip().then(({ ip }) => fetch('/tell/seen/' + document.prerendering + '/' + ip));
  fetch('/tell/loaded/' + document.prerendering);
</script>`;

test('a page that Chromium prerenders makes no lookup until it is shown', async ({ closing }) => {
  const visit = crypto.randomUUID();
  const told: [what: string, requests: number][] = [];
  const loaded = signal();
  const seen = signal();
  const site = serveSite(async ({ url = '/' }, response) => {
    if (url === '/tell/go') await loaded.given;
    else if (url.startsWith('/tell/')) {
      told.push([url.slice(6), await requestsOf((await site).base, visit)]);
      (url.startsWith('/tell/seen/') ? seen : loaded).give();
    }
    response.setHeader('content-type', 'text/html');
    response.end(url === '/start' ? start : url === '/next' ? next(visit) : '');
  });
  const { base } = await closing(site);
  await openAlone('chromium', `${base}/start`, seen.given);
  expect(told).toEqual([
    ['loaded/true', 0],
    ['seen/false/81.2.69.142', 1],
  ]);
});
