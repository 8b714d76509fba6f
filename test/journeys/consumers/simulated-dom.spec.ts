import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { execute, here } from './run.js';

/** What holds in both; `docs/testing.md` says what does not. */
const everyElement = `
import { expect, test, vi } from 'vitest';
import 'visitor-elements/define.js';
import { configure } from 'visitor-elements';
test('every element shows its data', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ location: { country: { code: 'DE' } } }));
  configure({ baseUrl: 'https://lookup.example', auth: 'none' });
  document.body.innerHTML = \`<visitor-switch><template data-country="DE"><p>Versand</p></template>Shipping</visitor-switch>
    <visitor-value field="location.country.name">somewhere</visitor-value><visitor-map></visitor-map><visitor-info></visitor-info>
    <form><visitor-country-select>Country</visitor-country-select></form>\`;
  const find = (tag) => document.querySelector(tag);
  const cases = [];
  find('visitor-switch').addEventListener('visitor-match', (event) => cases.push(event.template));
  await vi.waitFor(() => expect(find('visitor-value').innerText).toBe('Germany'));
  await vi.waitFor(() => expect(find('visitor-info').shadowRoot.querySelector('[part=title]').textContent).toContain('Germany'));
  await vi.waitFor(() => expect(find('visitor-map').shadowRoot.querySelector('[part=map]')).not.toBe(null));
  const select = () => find('visitor-country-select').shadowRoot.querySelector('select');
  await vi.waitFor(() => expect(select()?.value).toBe('DE'));
  select().value = 'FR';
  select().dispatchEvent(new Event('change'));
  await vi.waitFor(() => expect(find('visitor-value').innerText).toBe('France'));
  await vi.waitFor(() => expect(cases).toEqual([find('template'), null]));
  expect(find('template').content.textContent).toBe('Versand');
});`;

for (const environment of ['jsdom', 'happy-dom'])
  test(`${environment}: unit tests see what elements show`, async () => {
    const place = join(here, 'out/simulated', environment);
    await mkdir(place, { recursive: true });
    const text = await readFile(join(here, '../../../docs/testing.md'), 'utf8');
    const [, documented = ''] = /With Vitest and jsdom:\n\n```js\n(.*?)```/s.exec(text) ?? [];
    expect(documented).toContain('visitor-switch p');
    await writeFile(join(place, 'elements.test.js'), everyElement);
    if (environment === 'jsdom') await writeFile(join(place, 'documented.test.js'), documented);
    await writeFile(join(place, 'vitest.config.js'), `export default { test: { environment: '${environment}' } };`);
    // jsdom needs a newer Node than the oldest that we support.
    const node = join(here, 'node_modules/node-24/bin/node');
    const vitest = join(here, 'node_modules/vitest/vitest.mjs');
    const run = await execute(node, [vitest, 'run', '--root', place]);
    expect(run.ok, run.text).toBe(true);
  });
