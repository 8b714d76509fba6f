import { lookupService, serveFolder } from '../../demo/mounts.js';
import { serveListener } from '../support/service.js';
import { expect, test } from './fixtures.js';

/** A server that says in its HTML which cookie came with the request. */
const start = () =>
  serveListener((request, response) => {
    const [, place, rest] = /^\/(api|dist)(\/.*)$/.exec(request.url ?? '') ?? [];
    if (place) {
      request.url = rest;
      (place === 'api' ? lookupService : serveFolder(new URL('../../dist/', import.meta.url)))(
        request,
        response,
      );
    } else
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
        <script src="/dist/visitor-core.min.js" data-base-url="/api/" data-api-key="demo-open" data-skip-bots="false"
          data-override-cookie="visitor-country"></script>
        <p id="server">${request.headers.cookie ?? 'no cookie'}</p>
        <visitor-switch><template data-country="JP">From Japan</template>From elsewhere</visitor-switch>`);
  });

for (const [site, secure] of [
  ['http://site.example', false],
  ['https://site.example', true],
] as const)
  test(`the server of ${site} makes the next page for the country that its visitor chose`, async ({
    page,
    context,
    shared,
  }) => {
    const { base } = await shared(start);
    await page.route(`${site}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({
        response: await route.fetch({
          url: `${base}${pathname}${search}`,
          headers: await route.request().allHeaders(),
        }),
      });
    });
    const shown = page.locator('visitor-switch');
    await page.goto(`${site}/`);
    await expect(page.locator('visitor-switch:state(ready)')).toHaveText('From elsewhere', {
      useInnerText: true,
    });
    expect(await context.cookies()).toEqual([]);
    await page.evaluate('visitorElements.override({ location: { country: { code: "JP" } } })');
    // By the clock of the browser, which `--clock` leaves alone.
    const year = (performance.timeOrigin + performance.now()) / 1000 + 31_536_000;
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({
      name: 'visitor-country',
      value: 'JP',
      path: '/',
      secure,
      httpOnly: false,
      sameSite: 'Lax',
    });
    expect(Math.abs((cookie?.expires ?? 0) - year)).toBeLessThan(600);
    await page.goto(`${site}/further/`);
    await expect(page.locator('#server')).toHaveText('visitor-country=JP');
    await expect(shown).toHaveText('From Japan', { useInnerText: true });
    await page.evaluate('visitorElements.revokeConsent()');
    expect(await context.cookies()).toEqual([]);
    await page.goto(`${site}/`);
    await expect(page.locator('#server')).toHaveText('no cookie');
    await page.unrouteAll({ behavior: 'wait' });
  });
