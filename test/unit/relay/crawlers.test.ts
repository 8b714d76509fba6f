/** The table of crawlers that our rule misses: a row that is wrong would hide what they cost, or name what costs nothing. */
import { isbot } from 'isbot';
import { afterEach, expect, test, vi } from 'vitest';
import { textOf } from '../../../build/documents/documents.js';
import { isSkipped } from '../../../src/lookup/settings.js';
import { createRelay } from '../../../src/relay/index.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`;
/** User-Agents as these clients send them, by the name in the table. */
const missed: Readonly<Record<string, string>> = {
  GoogleOther: `${chrome} (compatible; GoogleOther)`,
  'Google-InspectionTool': 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
  'Google-Read-Aloud': `${chrome} (compatible; Google-Read-Aloud; +https://developers.google.com/search/docs)`,
  BingPreview: 'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
  'Chrome-Lighthouse': `${chrome} Chrome-Lighthouse`,
  PTST: `${chrome} PTST/211202.211915`,
  DatadogSynthetics: `${chrome} DatadogSynthetics`,
  PingdomTMS: `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/78.0 Electron/7.3.2 Safari/537.36 PingdomTMS/2020.2`,
  HeadlessChrome: `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
  Playwright: `${chrome} Playwright/1.40.0`,
  'Claude-User': `Mozilla/5.0 ${webkit}; compatible; Claude-User/1.0; +Claude-User@anthropic.com)`,
  'Perplexity-User': `Mozilla/5.0 ${webkit}; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`,
  'Manus-User': `${chrome}; Manus-User/1.0`,
  facebookexternalhit: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  WhatsApp: 'WhatsApp/0.3.4479 N',
  SkypeUriPreview: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Feedfetcher-Google': 'Feedfetcher-Google; (+http://www.google.com/feedfetcher.html; 1 subscribers)',
  'Mediapartners-Google': 'Mediapartners-Google',
};

afterEach(() => vi.unstubAllGlobals());

/** Whether the page, and the relay for a page, take a User-Agent for a crawler's. */
async function recognised(userAgent: string): Promise<{ page: boolean; relay: boolean }> {
  vi.stubGlobal('navigator', { userAgent });
  const source = { ip: () => ({ location: { country: { code: 'DE' } } }) };
  const request = new Request('https://site.example/', { headers: { 'User-Agent': userAgent } });
  const data = await createRelay({ source }).lookup(request);
  return { page: isSkipped({ skipBots: true }), relay: data === null };
}

for (const [name, userAgent] of Object.entries(missed))
  test(`${name} is no crawler to page and relay, and one to isbot`, async () => {
    expect(await recognised(userAgent)).toEqual({ page: false, relay: false });
    expect(isbot(userAgent)).toBe(true);
  });

for (const name of [
  'Googlebot/2.1',
  'AdsBot-Google',
  'Baiduspider/2.0',
  'Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp',
  'meta-webindexer crawler',
])
  test(`${name} is one to all three`, async () => {
    expect(await recognised(`Mozilla/5.0 (compatible; ${name})`)).toEqual({ page: true, relay: true });
    expect(isbot(`Mozilla/5.0 (compatible; ${name})`)).toBe(true);
  });

test('the table has these names, and no other', () => {
  const [, section = ''] = textOf('test/MEASUREMENTS.md').split('\n## Crawlers\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`.*?) \|/gm)].map(
    ([, cell = '']) => cell,
  );
  const named = rows.flatMap((cell) => [...cell.matchAll(/`(.*?)`/g)].map(([, name]) => name));
  expect(named).toEqual(Object.keys(missed));
});

test('a phone that names its maker Cubot twice is a visitor, for page and relay', async () => {
  const phone = `Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus Build/CUBOT) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`;
  expect(await recognised(phone)).toEqual({ page: false, relay: false });
});
