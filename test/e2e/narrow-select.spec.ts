import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

const html = `<!doctype html><html lang="en"><title>Narrow</title><style>body { inline-size: 90px }</style>
  <script src="/dist/visitor-elements.min.js" data-guess="time-zone"></script>
  <visitor-country-select>To</visitor-country-select>`;

test('a select that is narrower than its country has no text under its arrow', async ({ page, closing }) => {
  const { base } = await closing(
    serveSite((_, response) => {
      response.setHeader('content-type', 'text/html').end(html);
    }),
  );
  await page.goto(base);
  const select = page.locator('visitor-country-select');
  /** The end of the control, which has the arrow. */
  const end = async (code: string) => {
    await select.evaluate((element, code) => Object.assign(element, { value: code }), code);
    const { x = 0, y = 0, width = 0, height = 0 } = (await select.locator('select').boundingBox()) ?? {};
    const clip = { x: x + width - 24, y, width: 24, height };
    return (await page.screenshot({ clip })).toString('base64');
  };
  const withShortName = await end('TD'); // Chad
  expect(await end('LI')).toBe(withShortName); // Liechtenstein
});
