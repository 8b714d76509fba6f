/** A visitor who chose a country, on servers that make the page: its HTML has the choice as it arrives, and nothing flips. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import getPort from 'get-port';
import { runCommand } from '../../support/command.js';
import { platforms } from './install.js';
import { endPrograms, startProgram } from './running.js';

test.describe.configure({ timeout: 300_000 });
test.afterEach(endPrograms);

const COOKIE = 'visitor-country';
const select = '<visitor-country-select></visitor-country-select>';
const value = '<visitor-value field="location.country.code">nowhere</visitor-value>';
const city = '<visitor-value field="location.city">a place</visitor-value>';

/** A program of the documentation with the changes that it names, and elements to choose and show a country. */
function changed(file: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce(
    (text, [from, to]) => {
      expect(text, file).toContain(from);
      return text.replace(from, to);
    },
    readFileSync(`${platforms}${file}`, 'utf8'),
  );
}

/** The country that the HTML of a page has for its elements. */
async function countryInHtml(page: Page, url: string): Promise<string | undefined> {
  const response = await page.goto(url);
  const html = (await response?.text()) ?? '';
  expect(response?.headers()['cache-control']).toContain('private');
  return /(?:&quot;)?country(?:&quot;|"):\{(?:&quot;|")code(?:&quot;|"):(?:&quot;|")(\w*)/.exec(html)?.[1];
}

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name === COOKIE).map(({ value }) => value);

/** All that the value of the country has shown, frame by frame. */
const frames = (page: Page) => page.evaluate<string[]>('[...new Set(frames)]');

/** Every frame, the country that is shown is written down. */
async function watchFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames });
    const look = () => {
      const shown = document.querySelector('visitor-value')?.shadowRoot?.textContent?.trim();
      if (shown) frames.push(shown);
      requestAnimationFrame(look);
    };
    look();
  });
}

/** Chooses, reloads, takes the choice back. */
async function expectChoiceInHtml(context: BrowserContext, url: string): Promise<void> {
  await watchFrames(context);
  const page = await context.newPage();
  expect(await countryInHtml(page, url)).toBe('BR');
  await expect.poll(() => frames(page)).toEqual(['BR']);
  expect(await cookiesOf(context)).toEqual([]);

  await page.locator('visitor-country-select select').selectOption('DE');
  await expect.poll(() => cookiesOf(context)).toEqual(['DE']);
  expect(await countryInHtml(page, url)).toBe('DE');
  await page.waitForLoadState('networkidle');
  expect(await frames(page), 'nothing flips').toEqual(['DE']);
  expect(await page.content(), 'what described the first country is gone').not.toContain('São Paulo');

  await page.evaluate('visitorElements.clearOverride()');
  expect(await cookiesOf(context)).toEqual([]);
  await page.evaluate('visitorElements.origin.ip({ refresh: true })');
  expect(await page.evaluate('document.querySelector("visitor-value").data.location.country.code')).toBe(
    'BR',
  );
  expect(await countryInHtml(page, url)).toBe('BR');
  await page.waitForLoadState('networkidle');
  expect(await frames(page)).toEqual(['BR']);

  await page.locator('visitor-country-select select').selectOption('JP');
  await expect.poll(() => cookiesOf(context)).toEqual(['JP']);
  await page.evaluate('visitorElements.revokeConsent()');
  expect(await cookiesOf(context), 'a revoke takes the cookie away').toEqual([]);
  expect(await countryInHtml(page, url)).toBe('BR');

  for (const forged of ['XX', 'QQ', 'DEU', '%44%45', '<script>']) {
    await context.addCookies([{ name: COOKIE, value: forged, url }]);
    expect(await countryInHtml(page, url), forged).toBe('BR');
  }
}

test('Express', async ({ context }) => {
  const server = changed('express.js', {
    'trustProxies: 1': `trustProxies: 1, overrideCookie: '${COOKIE}'`,
    'data-auth="none"': `data-auth="none" data-override-cookie="${COOKIE}"`,
    [city]: `${value} ${select}`,
  });
  writeFileSync(`${platforms}choice-express.js`, server);
  const port = await getPort();
  const url = await startProgram(['node', 'choice-express.js'], platforms, `http://127.0.0.1:${port}/`, {
    PORT: `${port}`,
  });
  await context.setExtraHTTPHeaders({ 'x-country': 'BR', 'x-city': encodeURIComponent('São Paulo') });
  await expectChoiceInHtml(context, url);
});

test('Next.js', async ({ context }) => {
  const folder = `${platforms}choice-next`;
  cpSync(`${platforms}next`, folder, { recursive: true });
  rmSync(`${folder}/.next`, { recursive: true, force: true });
  mkdirSync(`${folder}/public`, { recursive: true });
  const script = new URL('../../../dist/visitor-elements.min.js', import.meta.url);
  writeFileSync(`${folder}/public/visitor-elements.min.js`, readFileSync(script));
  writeFileSync(
    `${folder}/app/relay.js`,
    changed('next/app/relay.js', {
      'createRelay(vercel())': `createRelay({ ...vercel(), overrideCookie: '${COOKIE}' })`,
    }),
  );
  writeFileSync(
    `${folder}/app/visitor/page.js`,
    changed('next/app/visitor/page.js', {
      'data-auth="none"': `data-auth="none" data-override-cookie="${COOKIE}"`,
      [city]: `${value} ${select}`,
    }),
  );
  expect(await runCommand(['npx', 'next', 'build'], 500, { cwd: folder })).toBe(true);
  const port = await getPort();
  const url = await startProgram(
    ['npx', 'next', 'start', '-p', `${port}`],
    folder,
    `http://127.0.0.1:${port}/visitor`,
  );
  await context.setExtraHTTPHeaders({
    'x-vercel-forwarded-for': '81.2.69.142',
    'x-vercel-ip-country': 'BR',
    'x-vercel-ip-city': 'S%C3%A3o%20Paulo',
  });
  await expectChoiceInHtml(context, url);
});
