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

/** Shows the visitor's IP address, opens a page where consent is revoked, and reports what it shows and sends after that. */
const granted = (
  visit: string,
  storage: string,
) => `<!doctype html><title>Granted</title><link rel="icon" href="data:,">
<script src="/dist/visitor-elements.min.js" data-base-url="/api/visit/${visit}/" data-api-key="demo-open"
  data-skip-bots="false" data-storage="${storage}"></script>
<visitor-value field="ip">an address</visitor-value>
<script>
  const value = document.querySelector('visitor-value');
  const tell = async (what) => (await fetch('/tell/' + what)).text();
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted || sessionStorage.getItem('revoked')) {
      await value.updateComplete;
      const { data } = visitorElements.origin.snapshot('ip');
      await tell((persisted ? 'back/' : 'anew/') + (data ? data.ip : 'nothing') + '/' + localStorage.length);
    } else {
      await visitorElements.origin.ip();
      await value.updateComplete;
      // A page with a lock isn't kept.
      while ((await navigator.locks.query()).held.length) await new Promise((resume) => setTimeout(resume, 50));
      await tell('new/' + value.shadowRoot.textContent.trim());
      setTimeout(() => { location.href = '/revoke'; });
    }
  });
</script>`;

/*
 * Chromium and Firefox don't keep a page that receives a message from a later one: they load it anew. So the later page has
 * no channel either, as where a browser blocks it.
 */
const revoke = (
  storage: string,
  hasChannel: boolean,
) => `<!doctype html><title>Revoke</title><link rel="icon" href="data:,">
${hasChannel ? '' : '<script>BroadcastChannel = undefined</script>'}
<script src="/dist/visitor-elements.min.js" data-base-url="/api/" data-api-key="demo-open" data-storage="${storage}"></script>
<script>addEventListener('pageshow', () => setTimeout(() => {
  visitorElements.revokeConsent();
  sessionStorage.setItem('revoked', 'yes');
  history.back();
}));</script>`;

for (const storage of ['session', 'local'])
  for (const hasChannel of [true, false])
    for (const engine of engines)
      test(`a page to which ${engine} goes back after a later page revoked consent shows nothing of before (${storage}${hasChannel ? '' : ', no channel'})`, async () => {
        // What a later page does to `sessionStorage` is never seen by a page from Firefox's cache.
        test.skip(engine === 'firefox' && storage === 'session' && !hasChannel);
        test.setTimeout(120_000);
        const visit = crypto.randomUUID();
        const told: string[] = [];
        const end = signal();
        const { base, close } = await serveSite(async ({ url = '/' }, response) => {
          if (url.startsWith('/tell/')) told.push(url.slice(6));
          response.setHeader('content-type', 'text/html');
          response.end(
            url === '/page' ? granted(visit, storage) : url === '/revoke' ? revoke(storage, hasChannel) : '',
          );
          if (url.startsWith('/tell/back/') || told.length > 1) end.give();
        });
        const installed = await visitAlone(engine, `${base}/page`, end.given);
        await close();
        test.skip(!installed, `${engine} is not installed`);
        expect(told[0]).toBe('new/81.2.69.142');
        expect(hasChannel ? told[1]?.replace('anew', 'back') : told[1]).toBe('back/nothing/0');
      });
