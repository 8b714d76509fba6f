import { engines } from '../support/browsers.js';
import { signal } from '../support/signal.js';
import { visitAlone } from './alone.js';
import { expect, test } from './fixtures.js';
import { requestsOf, serveSite } from './site.js';

/** Shows the visitor's IP address, opens another page, and reports what it shows after that page goes back. */
const page = (visit: string) => `<!doctype html><title>A visitor</title><link rel="icon" href="data:,">
<script src="/dist/visitor-elements.min.js" data-base-url="/api/visit/${visit}/" data-api-key="demo-open"
  data-skip-bots="false"></script>
<visitor-value field="ip">an address</visitor-value>
<script>
  const value = document.querySelector('visitor-value');
  const shown = () => value.shadowRoot.textContent.trim();
  // Read to its end: a page with a request under way is not kept.
  const tell = async (what) => (await fetch('/tell/' + what)).text();
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted) {
      await tell('back/' + shown());
      await value.refresh();
      await tell('again/' + shown());
    } else {
      await visitorElements.origin.ip();
      await value.updateComplete;
      await tell('new/' + shown());
      setTimeout(() => { location.href = '/elsewhere'; });
    }
  });
</script>`;

/** Goes back when it is shown. */
const elsewhere = `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">
<script>addEventListener('pageshow', () => setTimeout(() => history.back()));</script>`;

for (const engine of engines)
  test(`a page that ${engine} restores from its back/forward cache has its data without a request, and can send another`, async () => {
    test.setTimeout(120_000);
    const visit = crypto.randomUUID();
    const told: [what: string, requests: number][] = [];
    const end = signal();
    const { base, close } = await serveSite(async ({ url = '/' }, response) => {
      if (url.startsWith('/tell/')) told.push([url.slice(6), await requestsOf(base, visit)]);
      response.setHeader('content-type', 'text/html');
      response.end(url === '/page' ? page(visit) : url === '/elsewhere' ? elsewhere : '');
      if (url.startsWith('/tell/again/') || told.length > 3) end.give();
    });
    const installed = await visitAlone(engine, `${base}/page`, end.given);
    await close();
    test.skip(!installed, `${engine} is not installed`);
    expect(told).toEqual([
      ['new/81.2.69.142', 1],
      ['back/81.2.69.142', 1],
      ['again/81.2.69.142', 2],
    ]);
  });

/*
 * In a cookie, because Firefox never shows a page from its cache what a later page put into `sessionStorage`, and doesn't
 * cache a page that has a lock, as each has for a second with `storage: 'local'`.
 */

/** Reports the country that it shows, opens a page where the visitor chooses another, and adds to that choice. */
const exposed = (visit: string) => `<!doctype html><title>A visitor</title><link rel="icon" href="data:,">
<script src="/dist/visitor-elements.min.js" data-base-url="/api/visit/${visit}/" data-api-key="demo-open"
  data-skip-bots="false" data-override-cookie="country" data-expose></script>
<script>
  const tell = async (what) => (await fetch('/tell/' + what)).text();
  addEventListener('pageshow', async ({ persisted }) => {
    await visitorElements.origin.ip();
    await tell((persisted ? 'back/' : 'new/') + document.documentElement.dataset.visitorCountry);
    if (!persisted) return setTimeout(() => { location.href = '/choice'; });
    visitorElements.override({ location: { city: 'Lyon' } });
    const { location: place } = await visitorElements.origin.ip();
    await tell('added/' + [document.cookie, place.country.code, place.city].join('/'));
  });
</script>`;

/** Goes back after the visitor chose a country. */
const choice = `<!doctype html><title>Choose</title><link rel="icon" href="data:,">
<script src="/dist/visitor-elements.min.js" data-base-url="/api/" data-api-key="demo-open" data-override-cookie="country"></script>
<script>addEventListener('pageshow', () => setTimeout(() => {
  visitorElements.override({ location: { country: { code: 'FR' } } });
  history.back();
}));</script>`;

for (const engine of engines)
  test(`a page that ${engine} restores from its back/forward cache shows what the visitor chose on a later page, and adds to it`, async () => {
    test.setTimeout(120_000);
    const visit = crypto.randomUUID();
    const told: string[] = [];
    const end = signal();
    const { base, close } = await serveSite(async ({ url = '/' }, response) => {
      if (url.startsWith('/tell/')) told.push(url.slice(6));
      response.setHeader('content-type', 'text/html');
      response.end(url === '/page' ? exposed(visit) : url === '/choice' ? choice : '');
      if (url.startsWith('/tell/added/') || told.length > 3) end.give();
    });
    const installed = await visitAlone(engine, `${base}/page`, end.given);
    await close();
    test.skip(!installed, `${engine} is not installed`);
    expect(told).toEqual(['new/GB', 'back/FR', 'added/country=FR/FR/Lyon']);
  });
