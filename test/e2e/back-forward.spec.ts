import { engines } from '../support/browsers.js';
import { type Scenario, visitAlone } from './alone.js';
import { expect, test } from './fixtures.js';

const title = (text: string) => `<!doctype html><title>${text}</title><link rel="icon" href="data:,">`;
const script = (settings: string) =>
  `<script src="/dist/visitor-elements.min.js" data-api-key="demo-open" data-skip-bots="false" ${settings}></script>`;

/** Goes back when it is shown. */
const elsewhere = `${title('Elsewhere')}
<script>addEventListener('pageshow', () => setTimeout(() => history.back()));</script>`;

/** Chooses a country when it is shown, and goes back. */
const choice = (
  code: string,
  settings = '',
) => `${title('Choose')}${script(`data-base-url="/api/" ${settings}`)}
<script>addEventListener('pageshow', () => setTimeout(() => {
  visitorElements.override({ location: { country: { code: '${code}' } } });
  history.back();
}));</script>`;

/** Shows the visitor's IP address, opens another page, and reports what it shows after that page goes back. */
const shown: Scenario = {
  pages: (service, tell) => ({
    '/page': `${title('A visitor')}${script(`data-base-url="${service}"`)}
<visitor-value field="ip">an address</visitor-value>
<script>
  ${tell}
  const value = document.querySelector('visitor-value');
  const shown = () => value.shadowRoot.textContent.trim();
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted) {
      await tell('back/' + shown() + ' ' + await requests());
      await value.refresh();
      await tell('again/' + shown() + ' ' + await requests());
    } else {
      await visitorElements.origin.ip();
      await value.updateComplete;
      await tell('new/' + shown() + ' ' + await requests());
      setTimeout(() => { location.href = '/elsewhere'; });
    }
  });
</script>`,
    '/elsewhere': elsewhere,
  }),
  reports: ['new/81.2.69.142 1', 'back/81.2.69.142 1', 'again/81.2.69.142 2'],
};

/**
 * Opens another page while its lookup is under way, and reports how the lookup ends after that page goes back, which is
 * over a second later than the timeout. That is long enough for a slow machine to open the other page before.
 */
const underWay: Scenario = {
  pages: (service, tell) => ({
    '/page': `${title('A visitor')}${script(`data-base-url="${service}fault/slow-500/" data-timeout="3000"`)}
<visitor-value field="ip">an address</visitor-value>
<script>
  ${tell}
  addEventListener('pageshow', () => {
    if (sessionStorage.getItem('left')) {
      visitorElements.origin.subscribe('ip', ({ data, error, pending }) => {
        if (!pending && (data || error)) tell('back/' + (error ? error.code : data.ip));
      });
    } else {
      sessionStorage.setItem('left', 'yes');
      setTimeout(() => { location.href = '/later'; });
    }
  });
</script>`,
    '/later': `${title('Later')}<script>
  addEventListener('pageshow', () => fetch('/api/fault/slow-5500/?key=demo-open').then(() => history.back()));
</script>`,
  }),
  reports: ['back/81.2.69.142'],
};

/**
 * Reports the country that it shows, opens a page where the visitor chooses another, and adds to that choice. In a
 * cookie, because Firefox never shows a page from its cache what a later page put into `sessionStorage`, and doesn't
 * cache a page that has a lock, as each has for a second with `storage: 'local'`.
 */
const chosen: Scenario = {
  pages: (service, tell) => ({
    '/page': `${title('A visitor')}${script(`data-base-url="${service}" data-override-cookie="country" data-expose`)}
<script>
  ${tell}
  addEventListener('pageshow', async ({ persisted }) => {
    await visitorElements.origin.ip();
    await tell((persisted ? 'back/' : 'new/') + document.documentElement.dataset.visitorCountry);
    if (!persisted) return setTimeout(() => { location.href = '/choice'; });
    visitorElements.override({ location: { city: 'Lyon' } });
    const { location: place } = await visitorElements.origin.ip();
    await tell('added/' + [document.cookie, place.country.code, place.city].join('/'));
  });
</script>`,
    '/choice': choice('FR', 'data-override-cookie="country"'),
  }),
  reports: ['new/GB', 'back/FR', 'added/country=FR/FR/Lyon'],
};

/**
 * Shows the visitor's IP address, opens a page where consent is revoked, and reports what it has of before after that.
 * Chromium and Firefox don't keep a page that receives a message from a later one: they load it anew. So the
 * later page has no channel either, as where a browser blocks it.
 */
const revoked = (storage: string, hasChannel: boolean): Scenario => ({
  pages: (service, tell) => ({
    '/page': `${title('Granted')}${script(`data-base-url="${service}" data-storage="${storage}"`)}
<visitor-value field="ip">an address</visitor-value>
<script>
  ${tell}
  const value = document.querySelector('visitor-value');
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted) {
      await value.updateComplete;
      const { data } = visitorElements.origin.snapshot('ip');
      await tell('back/' + (data ? data.ip : 'nothing') + '/' + localStorage.length);
    } else if (sessionStorage.getItem('revoked')) {
      await visitorElements.origin.ip();
      const kind = ${hasChannel} ? 'back/' : 'anew/';
      await tell(kind + ((await requests()) === 2 ? 'nothing' : 'stored') + '/' + sessionStorage.getItem('revoked'));
    } else {
      await visitorElements.origin.ip();
      await value.updateComplete;
      // A page with a lock isn't kept.
      while ((await navigator.locks.query()).held.length) await new Promise((resume) => setTimeout(resume, 50));
      await tell('new/' + value.shadowRoot.textContent.trim());
      setTimeout(() => { location.href = '/revoke'; });
    }
  });
</script>`,
    '/revoke': `${title('Revoke')}${hasChannel ? '' : '<script>BroadcastChannel = undefined</script>'}
${script(`data-base-url="/api/" data-storage="${storage}"`)}
<script>addEventListener('pageshow', () => setTimeout(async () => {
  // The page that is kept has received the message when this one has.
  const received = ${hasChannel} && new Promise((resume) => {
    new BroadcastChannel('visitor-elements').onmessage = resume;
  });
  visitorElements.revokeConsent();
  sessionStorage.setItem('revoked', localStorage.length);
  await received;
  history.back();
}));</script>`,
  }),
  reports: ['new/81.2.69.142', 'back/nothing/0'],
});

/** Sets a country in one of three selects, opens another page, and reports all values after that page goes back. */
const form: Scenario = {
  pages: (service, tell) => ({
    '/page': `${title('A form')}${script(`data-base-url="${service}"`)}
<form>
  <visitor-country-select name="ship">Ship to</visitor-country-select>
  <visitor-country-select name="bill">Bill to</visitor-country-select>
  <visitor-country-select name="born" preselect="none" autocomplete="off">Born in</visitor-country-select>
</form>
<script>
  ${tell}
  // A page with such a listener is loaded anew, in browsers that keep others.
  addEventListener('unload', () => {});
  const [ship, bill] = document.querySelectorAll('visitor-country-select');
  const sent = () => new URLSearchParams(new FormData(document.querySelector('form')));
  const settled = async () => {
    await visitorElements.origin.ip();
    await ship.updateComplete;
    await bill.updateComplete;
  };
  addEventListener('pageshow', async () => {
    await settled();
    if (location.hash) {
      await tell('back/' + sent());
      visitorElements.override({ location: { country: { code: 'DE' } } });
      await settled();
      await tell('moved/' + sent());
    } else {
      location.hash = 'set';
      ship.value = 'FR';
      await tell('set/' + sent());
      setTimeout(() => { location.href = '/elsewhere'; });
    }
  });
</script>`,
    '/elsewhere': elsewhere,
  }),
  reports: ['set/ship=FR&bill=GB&born=', 'back/ship=FR&bill=GB&born=', 'moved/ship=FR&bill=DE&born='],
};

/** Leaves a select that follows the visitor, chooses a country on another page, and reports what is shown and sent after that page goes back. */
const followed: Scenario = {
  pages: (service, tell) => ({
    '/page': `${title('A form')}${script(`data-base-url="${service}"`)}
<form><visitor-country-select name="ship">Ship to</visitor-country-select></form>
<script>
  ${tell}
  addEventListener('unload', () => {}); // So the page is loaded anew, as above.
  const form = document.querySelector('form');
  addEventListener('pageshow', async () => {
    await visitorElements.origin.ip();
    await form.ship.updateComplete;
    await tell(form.ship.value + '/' + new URLSearchParams(new FormData(form)));
    if (location.hash) return;
    location.hash = 'left';
    setTimeout(() => { location.href = '/choice'; });
  });
</script>`,
    '/choice': choice('DE'),
  }),
  reports: ['GB/ship=GB', 'DE/ship=DE'],
};

for (const engine of engines)
  test(`a page that ${engine} restores when the visitor goes back is up to date`, async () => {
    const scenarios = {
      'has its data without a request, and can send another': shown,
      'has data if it was left during its lookup': underWay,
      'shows what the visitor chose on a later page, and adds to it': chosen,
      'restores a select’s own value, and only that': form,
      'sends the country that a select shows, chosen on a later page': followed,
      'shows nothing of before a revoke (session)': revoked('session', true),
      'shows nothing of before a revoke (local)': revoked('local', true),
      'shows nothing of before a revoke (local, no channel)': revoked('local', false),
      // What a later page does to `sessionStorage` is never seen by a page from Firefox's cache.
      ...(engine !== 'firefox' && {
        'shows nothing of before a revoke (session, no channel)': revoked('session', false),
      }),
    };
    const reports = await visitAlone(engine, Object.values(scenarios));
    test.skip(!reports, `${engine} is not installed`);
    for (const [i, [what, { reports: expected }]] of Object.entries(scenarios).entries())
      expect.soft(reports?.[i], what).toEqual(expected);
  });
