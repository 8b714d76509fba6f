import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Configuration, markupOf, settingsOf } from '../../demo/browser/configuration.js';
import { generateCode } from '../../demo/browser/generate.js';
import { settingsByElement } from '../../demo/site/playground.js';
import { codeUrls } from '../../demo/site/snippets.js';
import { unpackedProject } from '../support/project.js';
import { serveListener } from '../support/service.js';
import { expect, test } from './demo.js';

const shown = (selector: string) => `document.querySelector('${selector}')?.shadowRoot?.textContent ?? ''`;

const serveSnippet = (snippet: string | null) =>
  serveListener((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(snippet),
  );

test('the HTML snippet works in an empty file that another server serves', async ({
  closing,
  page,
  demo,
}) => {
  await page.goto('./');
  const snippet = await page.locator('#ways-1-panel pre code').textContent();
  expect(snippet).toContain(`${demo}dist/visitor-elements.min.js`);
  expect(snippet).toContain('data-api-key="demo-page"');
  const other = await closing(serveSnippet(snippet));
  await page.goto(other.base);
  await expect.poll(() => page.evaluate<string>(shown('visitor-info'))).toContain('81.2.69.142');
  await expect.poll(() => page.evaluate<string>(shown('visitor-info'))).toContain('United Kingdom');
});

test.describe('in London', () => {
  test.use({ timezoneId: 'Europe/London' });

  test('the first snippet works in an empty file without a service, and sends nothing', async ({
    closing,
    page,
    demo,
  }) => {
    await page.goto('./');
    const snippet = await page.locator('#ways-0-panel pre code').textContent();
    const other = await closing(serveSnippet(snippet));
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const messages: string[] = [];
    page.on('console', (line) => line.text().startsWith('visitor-elements') && messages.push(line.text()));
    await page.goto(other.base);
    await expect(page.getByText('Free UK delivery')).toBeVisible();
    expect(requested.filter((url) => !url.includes('favicon'))).toEqual([
      `${other.base}/`,
      `${demo}dist/visitor-core.min.js`,
    ]);
    expect(messages).toEqual([]);
  });
});

for (const [query, tag, words] of [
  ['element=visitor-value&field=location.country.name', 'visitor-value', 'United Kingdom'],
  ['lang=de&content=irgendwo', 'visitor-info', 'Vereinigtes Königreich'],
  ['auth=header&layout=compact', 'visitor-info', '81.2.69.142'],
] as const)
  test(`the playground’s snippet works in an empty file, too: ${query}`, async ({ closing, page }) => {
    await page.goto(`./playground.html?${query}`);
    const code = page.locator('#code-html');
    await expect(code).toContainText('demo-page');
    const snippet = await code.textContent();
    const other = await closing(serveSnippet(snippet));
    await page.goto(other.base);
    await expect.poll(() => page.evaluate<string>(shown(tag))).toContain(words);
  });

test('the note under the playground’s code names its placeholders', async ({ page }) => {
  await page.goto('./playground.html');
  const note = page.locator('#placeholders');
  await expect(note).toHaveText(/^This server’s own script, service and key: paste it into a file/);
  await page.locator('#service summary').click();
  await page.locator('[name=serviceUrl]').fill('https://own.example');
  await page.locator('[name=key]').fill('own-key');
  await expect(note).toHaveText('This server’s own script: it is there, as long as npm start runs.');
});

/** The form of a new page. */
const form: Configuration = {
  element: 'visitor-info',
  layout: 'compact',
  rows: 'ip = You are at "home" {here}\nconnection.asn',
  'heading-level': '',
  ua: '',
  content: 'somewhere <b>',
  field: 'location.city',
  from: 'ip',
  as: '',
  condition: 'country',
  conditionValues: 'DE FR',
  result: 'Livraison `gratuite` {x} \\',
  announce: 'yes',
  countries: 'DE AT',
  preferred: 'AT',
  preselect: '',
  value: '',
  name: 'country',
  required: 'yes',
  disabled: '',
  map: 'yes',
  label: 'Where you are',
  lang: 'de',
  params: 'fields=ip,"location"&{x}',
  connection: 'key',
  ready: 'ipinfo',
  auth: 'header',
  serviceUrl: '',
  key: '',
  visitor: 'office',
};
const urls = codeUrls();
const all = settingsByElement();
const markup = (element: string, style: Record<string, string> = {}) =>
  markupOf({ ...form, element }, settingsOf(all, { ...form, element }), style);
const tags = ['info', 'asn', 'user-agent', 'value', 'switch', 'country-select', 'map'].map(
  (name) => `visitor-${name}`,
);

test('the ESM and React snippets of every element build against the packed package', async ({ closing }) => {
  const { folder } = await closing(unpackedProject());
  const cases = generateCode(form, markup('visitor-switch'), urls);
  expect(cases.react).toContain(
    '<template data-country="DE FR" dangerouslySetInnerHTML={{ __html: \'Livraison `gratuite` {x} \\\\\' }} />',
  );
  expect(cases.vue).toContain('<component is="template" data-country="DE FR" v-html="\'Livraison');
  expect(cases.svelte).toContain(
    '<template data-country="DE FR">Livraison `gratuite` &#123;x} \\</template>',
  );
  for (const element of tags)
    for (const connection of ['key', 'relay']) {
      const code = generateCode(
        { ...form, element, connection },
        markup(element, { '--visitor-radius': '4px' }),
        urls,
      );
      for (const [file, text] of [
        ['page.js', code.esm],
        ['Visitor.jsx', code.react],
      ] as const) {
        await writeFile(join(folder, file), text);
        const { outputFiles } = await build({
          entryPoints: [join(folder, file)],
          bundle: true,
          write: false,
          format: 'esm',
          jsx: 'automatic',
          external: ['react/jsx-runtime'],
          logLevel: 'silent',
        });
        const built = outputFiles[0]?.text ?? '';
        expect(built, `${element} ${file}`).toContain(`"${element}"`);
        expect(built).toContain(connection === 'key' ? 'YOUR_KEY' : '/origin/');
      }
    }
});
