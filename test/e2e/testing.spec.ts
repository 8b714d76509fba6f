import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { textOf } from '../../build/documents/documents.js';
import { expect, test } from './fixtures.js';

const shop = 'https://shop.example';
const page = `<!doctype html><title>A shop</title>
<script src="/visitor-elements.min.js" data-base-url="https://lookup.example" data-auth="none" data-skip-bots="false"></script>
<visitor-switch><template data-country="DE"><p>Versand nach Deutschland</p></template>Shipping</visitor-switch>
<p lang="en"><visitor-value field="location.country.name">somewhere</visitor-value></p>
<visitor-info></visitor-info>
<label>Ship to <visitor-country-select></visitor-country-select></label>`;

test.use({ baseURL: shop });

test('the code for Playwright works as the documentation shows it', async ({ page: browserPage }) => {
  const [, code = ''] = /With Playwright:\n\n```js\n(.*?)```/s.exec(textOf('docs/testing.md')) ?? [];
  expect(code).toContain('page.route');
  const script = await readFile(
    fileURLToPath(new URL('../../dist/visitor-elements.min.js', import.meta.url)),
  );
  await browserPage.route(`${shop}/**`, (route) => {
    const isPage = new URL(route.request().url()).pathname === '/';
    return isPage
      ? route.fulfill({ contentType: 'text/html', body: page })
      : route.fulfill({ contentType: 'text/javascript', body: script });
  });
  const lines = new Function('page', 'expect', `return (async () => {${code}})()`);
  await lines(browserPage, expect);
  // The documentation warns of this.
  expect(await browserPage.locator('visitor-value').evaluate(({ textContent }) => textContent)).toBe(
    'somewhere',
  );
});
