/**
 * The PHP file of docs/wordpress.md, in PHP: a page shows what it answers, and bad input gives no country.
 *
 * It needs PHP with MaxMind's reader. Debian: apt install php-cli php-maxminddb
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import getPort from 'get-port';
import { databaseFile } from '../../support/mmdb.js';
import { endPrograms, startProgram } from './running.js';

const root = new URL('../../../', import.meta.url);
const [, code = ''] =
  /```php\n(.*?)```/s.exec(readFileSync(new URL('docs/wordpress.md', root), 'utf8')) ?? [];

/** A visitor on this machine, whom the database knows, and another one. */
const KNOWN = '127.0.0.1';
const UNKNOWN = '127.0.0.2';
const record = {
  country: { iso_code: 'BR' },
  subdivisions: [{ iso_code: 'SP' }, { iso_code: 'XX' }],
  city: { names: { en: 'São Paulo' } },
  location: { latitude: -23.5, longitude: -46.6, time_zone: 'America/Sao_Paulo' },
};

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'visitor-elements-php-'));
});
test.afterEach(async () => {
  await endPrograms();
  rmSync(folder, { recursive: true });
});

/** Serves a site with the file, in which some texts are replaced. */
async function start(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const database = `${folder}/GeoLite2-City.mmdb`;
  writeFileSync(database, databaseFile({ [KNOWN]: record }));
  const all = { '/var/lib/GeoIP/GeoLite2-City.mmdb': database, ...changes };
  const file = Object.entries(all).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, code);
  mkdirSync(`${folder}/site/origin`, { recursive: true });
  writeFileSync(`${folder}/site/origin/index.php`, file);
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Post</title>
    <script src="/visitor-core.min.js" data-base-url="/origin/" data-auth="none"></script>
    <visitor-switch><template data-region="BR-SP">From São Paulo</template>From elsewhere</visitor-switch>
    <visitor-value field="location.city">a city</visitor-value></html>`;
  writeFileSync(`${folder}/site/index.html`, page);
  writeFileSync(
    `${folder}/site/visitor-core.min.js`,
    readFileSync(new URL('dist/visitor-core.min.js', root)),
  );
  const port = await getPort();
  return startProgram(['php', '-S', `127.0.0.1:${port}`, '-t', 'site'], folder, `http://127.0.0.1:${port}/`);
}

/** What a visitor's address and headers get. */
function ask(url: string, headers: Record<string, string> = {}, localAddress = KNOWN) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const asked = request(`${url}origin/`, { headers, localAddress }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      asked.on('error', reject).end();
    },
  );
}

test('a page shows what the database has of its visitor', async ({ page }) => {
  const url = await start();
  await page.goto(url);
  await expect(page.getByText('From São Paulo')).toBeVisible();
  const value = page.locator('visitor-value');
  await expect
    .poll(() => value.evaluate(({ shadowRoot }) => shadowRoot?.textContent?.trim()))
    .toBe('São Paulo');
  const { headers, text } = await ask(url);
  expect(JSON.parse(text)).toEqual({
    ip: KNOWN,
    location: {
      country: { code: 'BR' },
      region: { code: 'BR-SP' },
      city: 'São Paulo',
      latitude: -23.5,
      longitude: -46.6,
    },
    time_zone: { id: 'America/Sao_Paulo' },
  });
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    'application/json',
    'private, no-store',
  ]);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

test('a visitor whom the database doesn’t know has no country, whatever they claim', async () => {
  const url = await start();
  const forged = { 'CF-IPCountry': 'DE', 'CF-Connecting-IP': KNOWN, 'X-Forwarded-For': KNOWN };
  expect(JSON.parse((await ask(url, forged, UNKNOWN)).text)).toEqual({ ip: UNKNOWN });
});

test('without its database it fails in the service’s form, tells nothing of the server, and the page keeps its own words', async ({
  page,
}) => {
  const url = await start({ 'GeoLite2-City.mmdb': 'missing.mmdb' });
  expect(await ask(url)).toMatchObject({ status: 500, text: '{"code":"INTERNAL"}' });
  await page.goto(url);
  await expect(page.locator('visitor-value')).toHaveText('a city');
});

test('behind Cloudflare the header is the country', async () => {
  const url = await start({ 'BEHIND_CLOUDFLARE = false': 'BEHIND_CLOUDFLARE = true' });
  const said = async (headers: Record<string, string>) => JSON.parse((await ask(url, headers)).text);
  const ip = '81.2.69.142';
  expect(await said({ 'CF-IPCountry': 'de', 'CF-Connecting-IP': ip })).toMatchObject({
    ip,
    location: { country: { code: 'DE' }, region: { code: null } },
  });
  for (const country of ['', 'T1', 'XX', 'EU', 'UK', 'EL', 'AN', 'Germany', '<b>', 'D"', '\xff\xff'])
    expect(await said({ 'CF-IPCountry': country, 'CF-Connecting-IP': ip }), country).toEqual({ ip });
  for (const country of ['GB', 'XK', 'RE', 'AX', 'TW', 'SX'])
    expect((await said({ 'CF-IPCountry': country })).location.country.code).toBe(country);
  expect(await said({})).toEqual({ ip: '' });
});
