import { engines } from '../support/browsers.js';
import { signal } from '../support/signal.js';
import { visitAlone } from './alone.js';
import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

/** Sets a country in one of three selects, opens another page, and reports all values after that page goes back. */
const page = `<!doctype html><title>A form</title><link rel="icon" href="data:,">
<script src="/dist/visitor-elements.min.js" data-base-url="/api/" data-api-key="demo-open" data-skip-bots="false"></script>
<form>
  <visitor-country-select name="ship">Ship to</visitor-country-select>
  <visitor-country-select name="bill">Bill to</visitor-country-select>
  <visitor-country-select name="born" preselect="none" autocomplete="off">Born in</visitor-country-select>
</form>
<script>
  // A page with such a listener is loaded anew, in browsers that keep others.
  addEventListener('unload', () => {});
  const [ship, bill] = document.querySelectorAll('visitor-country-select');
  const sent = () => new URLSearchParams(new FormData(document.querySelector('form')));
  const tell = async (what) => (await fetch('/tell/' + what)).text();
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
</script>`;

/** Goes back when it is shown. */
const elsewhere = `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">
<script>addEventListener('pageshow', () => setTimeout(() => history.back()));</script>`;

for (const engine of engines)
  test(`a select’s own value is restored after going back in ${engine}, and only that`, async () => {
    test.setTimeout(120_000);
    const told: string[] = [];
    const end = signal();
    const { base, close } = await serveSite(({ url = '/' }, response) => {
      if (url.startsWith('/tell/')) told.push(url.slice(6));
      response.setHeader('content-type', 'text/html');
      response.end(url === '/page' ? page : url === '/elsewhere' ? elsewhere : '');
      if (told.length > 2) end.give();
    });
    const installed = await visitAlone(engine, `${base}/page`, end.given);
    await close();
    test.skip(!installed, `${engine} is not installed`);
    expect(told).toEqual([
      'set/ship=FR&bill=GB&born=',
      'back/ship=FR&bill=GB&born=',
      'moved/ship=FR&bill=DE&born=',
    ]);
  });
