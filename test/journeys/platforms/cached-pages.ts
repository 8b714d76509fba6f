/**
 * The rules of docs/cached-pages.md, as they are written there: two visitors get one page from a shared cache, each with their
 * own country, and send no request.
 *
 * It needs nginx with its GeoIP2 module. Debian: apt install libnginx-mod-http-geoip2
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, expect, test } from '@playwright/test';
import getPort from 'get-port';
import { serverTiming } from '../../../src/relay/sources/index.js';
import { runCommand } from '../../support/command.js';
import { databaseFile } from '../../support/mmdb.js';
import { type Running, serveListener } from '../../support/service.js';
import { platforms } from './install.js';
import { endPrograms, startProgram } from './running.js';

test.describe.configure({ timeout: 300_000 });

const root = fileURLToPath(new URL('../../../', import.meta.url));
const document = readFileSync(`${root}docs/cached-pages.md`, 'utf8');
const DATABASE = '/var/lib/GeoIP/GeoLite2-City.mmdb';
const CACHE = /proxy_cache_path (\S+)/.exec(document)?.[1] ?? '';

/** Two visitors, in the notation of what knows them. */
const visitors = {
  DE: { address: '81.2.69.142', region: 'BE', city: 'München', timeZone: 'Europe/Berlin' },
  JP: { address: '81.2.69.143', region: '26', city: '京都', timeZone: 'Asia/Tokyo' },
} as const;
type Country = keyof typeof visitors;
const countries = Object.keys(visitors) as Country[];

/** The code in a section of the guide, with other values in place of some of its own. */
function rule(heading: string, values: Readonly<Record<string, string>> = {}): string {
  const [, section = ''] = document.split(`\n### ${heading}\n`);
  const [, code = ''] = /\n```\w+\n(.*?)```/s.exec(section.split(/\n##+ /)[0] ?? '') ?? [];
  return Object.entries(values).reduce((text, [from, to]) => {
    expect(text, `the rule for ${heading}`).toContain(from);
    return text.replaceAll(from, to);
  }, code);
}

const script = readFileSync(`${root}dist/visitor-core.min.js`);
const body = `
  <script src="/visitor-core.min.js" data-initial-data="server-timing" data-base-url="/origin/" data-auth="none"></script>
  <p><visitor-value field="location.country.code">nowhere</visitor-value></p>`;
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`;

let place: string;
let database: string;
test.beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'visitor-elements-cached-'));
  database = join(place, 'GeoLite2-City.mmdb');
  const records = Object.entries(visitors).map(([code, { address, region, city, timeZone }]) => [
    address,
    {
      country: { iso_code: code },
      subdivisions: [{ iso_code: region }],
      city: { names: { en: city } },
      location: { time_zone: timeZone },
    },
  ]);
  writeFileSync(database, databaseFile(Object.fromEntries(records)));
});
test.afterEach(endPrograms);
test.afterAll(() => rmSync(place, { recursive: true }));

/** The site's own server, behind a cache. It counts what it is asked for. */
interface Site extends Running {
  asked: string[];
}

async function startSite(): Promise<Site> {
  const asked: string[] = [];
  const site = await serveListener((req, res) => {
    asked.push(req.url ?? '');
    if (req.url === '/') {
      const headers = {
        'Content-Type': 'text/html',
        'Cache-Control': 'max-age=0, s-maxage=600',
        ETag: '"1"',
      };
      res.writeHead(200, headers).end(html);
    } else if (req.url === '/visitor-core.min.js')
      res.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    else res.writeHead(404).end();
  });
  return Object.assign(site, { asked });
}

/** nginx with something in its `http` block, in front of a site. */
async function startNginx(http: string, port: number): Promise<string> {
  const folder = mkdtempSync(join(place, 'nginx-'));
  const module = '/usr/lib/nginx/modules/ngx_http_geoip2_module.so';
  expect(existsSync(module), 'nginx has its GeoIP2 module (apt install libnginx-mod-http-geoip2)').toBe(true);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  // The visitors' addresses come from a load balancer: on one machine all connections have the same.
  writeFileSync(
    `${folder}/nginx.conf`,
    `load_module ${module}; daemon off; pid ${folder}/pid; error_log stderr; events {}
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    http { access_log off; ${temporary} set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
    ${http}
    }`,
  );
  return startProgram(
    ['nginx', '-p', folder, '-c', `${folder}/nginx.conf`],
    folder,
    `http://127.0.0.1:${port}/empty`,
  ).then((url) => new URL('/', url).href);
}

/** A shared cache alone. */
async function startCache(site: string): Promise<string> {
  const port = await getPort();
  return startNginx(
    `proxy_cache_path ${mkdtempSync(join(place, 'cache-'))} keys_zone=all:1m;
    server { listen 127.0.0.1:${port}; location / { proxy_pass ${site}; proxy_cache all; } }`,
    port,
  );
}

/** Each visitor sees their own country in a page that is the same for all, and sends no request for it. */
async function expectOwnCountries(
  browser: Browser,
  url: string,
  headersOf: (country: Country) => Record<string, string>,
): Promise<void> {
  const pages: string[] = [];
  for (const country of [...countries, ...countries]) {
    const context = await browser.newContext({ extraHTTPHeaders: headersOf(country) });
    const page = await context.newPage();
    const requests: string[] = [];
    const printed: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    page.on('console', (line) => printed.push(line.text()));
    const response = await page.goto(url);
    pages.push((await response?.text()) ?? '');
    const shown = page.locator('visitor-value');
    await expect
      .poll(() => shown.evaluate(({ shadowRoot }) => shadowRoot?.textContent?.trim()))
      .toBe(country);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => path.startsWith('/origin'))).toEqual([]);
    expect(printed).toEqual([]);
    expect(await response?.headerValue('server-timing')).not.toContain(visitors[country].address);
    await context.close();
  }
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain('visitor-value');
}

const forwarded = (country: Country) => ({ 'X-Forwarded-For': visitors[country].address });

test('nginx', async ({ browser }) => {
  // nginx makes only the last folder, and Debian's package makes no /var/cache/nginx.
  expect(dirname(CACHE)).toBe('/var/cache');
  const site = await startSite();
  const port = await getPort();
  const url = await startNginx(
    rule('nginx', {
      [DATABASE]: database,
      [CACHE]: mkdtempSync(join(place, 'pages-')),
      'listen 80': `listen 127.0.0.1:${port}`,
      'http://127.0.0.1:8080': site.base,
    }),
    port,
  );
  await expectOwnCountries(browser, url, forwarded);
  expect(site.asked.filter((path) => path === '/')).toHaveLength(1);
  // Of a visitor whom the database doesn't know it says nothing.
  const unknown = await fetch(url, { headers: { 'X-Forwarded-For': '8.8.8.8' } });
  expect(unknown.headers.get('server-timing')).toBeNull();
  await site.close();
});

test('Cloudflare’s Worker, in workerd', async ({ browser }) => {
  const site = await startSite();
  const cache = await startCache(site.base);
  const folder = `${root}test-results/cached-worker`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/rule.js`, rule('Cloudflare'));
  // On Cloudflare a Worker's request to its own site goes on to the cache; here it would come back.
  writeFileSync(
    `${folder}/worker.js`,
    `import rule from './rule.js';
    const { fetch } = globalThis;
    globalThis.fetch = (request) => fetch(new Request(new URL(new URL(request.url).pathname, '${cache}'), request));
    export default rule;`,
  );
  const demo = `${root}demo/relay/`;
  const port = await getPort();
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const url = await startProgram(
    [process.execPath, '--import', tsx, 'workerd.ts', relative(demo, `${folder}/worker.js`)],
    demo,
    `http://127.0.0.1:${port}/`,
    { PORT: `${port}` },
  );
  const inAscii = (text: string) =>
    text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const headersOf = (country: Country) => {
    const { city, region, timeZone } = visitors[country];
    return {
      'x-cf': inAscii(JSON.stringify({ country, city, regionCode: region, timezone: timeZone })),
      'cf-connecting-ip': visitors[country].address,
    };
  };
  await expectOwnCountries(browser, url, headersOf);
  expect(site.asked.filter((path) => path === '/')).toHaveLength(1);
  const response = await fetch(url, { headers: headersOf('JP') });
  const { city, region, timeZone } = visitors.JP;
  expect(response.headers.get('server-timing')).toBe(
    serverTiming({
      location: { country: { code: 'JP' }, region: { code: `JP-${region}` }, city },
      time_zone: { id: timeZone },
    }),
  );
  await site.close();
});

test('Next.js: its proxy stands before a page that was made once', async ({ browser }) => {
  const folder = `${platforms}cached-next`;
  cpSync(`${platforms}next`, folder, { recursive: true });
  rmSync(`${folder}/.next`, { recursive: true, force: true });
  mkdirSync(`${folder}/public`, { recursive: true });
  writeFileSync(`${folder}/public/visitor-core.min.js`, script);
  writeFileSync(`${folder}/proxy.js`, rule('Next.js'));
  writeFileSync(
    `${folder}/app/page.js`,
    `const Page = () => <>
      <script async src="/visitor-core.min.js" data-initial-data="server-timing" data-base-url="/origin/" data-auth="none" />
      <p><visitor-value field="location.country.code">nowhere</visitor-value></p>
    </>;
    export default Page;`,
  );
  expect(await runCommand(['npx', 'next', 'build'], 500, { cwd: folder })).toBe(true);
  const port = await getPort();
  const url = await startProgram(
    ['npx', 'next', 'start', '-p', `${port}`],
    folder,
    `http://127.0.0.1:${port}/`,
  );
  const headersOf = (country: Country) => ({
    'x-vercel-ip-country': country,
    'x-vercel-ip-city': encodeURIComponent(visitors[country].city),
  });
  expect((await fetch(url)).headers.get('x-nextjs-cache')).toBe('HIT');
  await expectOwnCountries(browser, url, headersOf);
});

test('CloudFront Functions: the code, with an event as its documentation has it', () => {
  const handler = new Function(`${rule('CloudFront')}; return handler;`)();
  const eventOf = (headers: Record<string, string>) => ({
    version: '1.0',
    context: { eventType: 'viewer-response' },
    viewer: { ip: visitors.DE.address },
    request: {
      method: 'GET',
      uri: '/',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
    },
    response: { statusCode: 200, headers: { 'content-type': { value: 'text/html' } } },
  });
  expect(
    handler(
      eventOf({
        'cloudfront-viewer-country': 'DE',
        'cloudfront-viewer-country-region': 'BE',
        'cloudfront-viewer-time-zone': 'Europe/Berlin',
      }),
    ).headers,
  ).toEqual({
    'content-type': { value: 'text/html' },
    'server-timing': { value: 'visitor;desc="country=DE&region=BE&timeZone=Europe%2FBerlin"' },
  });
  expect(handler(eventOf({ 'cloudfront-viewer-time-zone': 'Europe/Berlin' })).headers).not.toHaveProperty(
    'server-timing',
  );
});

test('Netlify: the code, with requests as its documentation has them', async () => {
  const folder = `${platforms}cached-functions`;
  mkdirSync(folder, { recursive: true });
  const load = async (name: string) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, rule(name));
    return import(pathToFileURL(file).href);
  };
  const expected = 'visitor;desc="country=JP&city=%E4%BA%AC%E9%83%BD"';
  const netlify = await load('Netlify');
  const next = async () => new Response(html, { headers: { 'Server-Timing': 'cdn;dur=1' } });
  const geo = { country: { code: 'JP', name: 'Japan' }, city: '京都' };
  const page: Response = await netlify.default(new Request('https://site.example/'), { geo, next });
  expect(page.headers.get('server-timing')).toBe(`cdn;dur=1, ${expected}`);
  const plain: Response = await netlify.default(new Request('https://site.example/'), { geo: {}, next });
  expect(plain.headers.get('server-timing')).toBe('cdn;dur=1');
});

test('what a browser’s own cache keeps: the header comes with the page, until that is revalidated', async ({
  browser,
}) => {
  let country: Country = 'DE';
  const site = await serveListener((req, res) => {
    if (req.url === '/other') return res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>other');
    const control = req.url === '/kept' ? 'max-age=600' : 'max-age=0, s-maxage=600';
    const headers = {
      'Content-Type': 'text/html',
      'Cache-Control': control,
      ETag: '"1"',
      'Server-Timing': `visitor;desc="country=${country}"`,
    };
    return req.headers['if-none-match']
      ? res.writeHead(304, headers).end()
      : res.writeHead(200, headers).end(html);
  });
  const page = await browser.newPage();
  const said = () =>
    page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return entry?.serverTiming.map(({ description }) => description);
    });
  for (const [path, again] of [
    ['/kept', 'country=DE'],
    ['/revalidated', 'country=JP'],
  ]) {
    country = 'DE';
    await page.goto(`${site.base}${path}`);
    expect(await said()).toEqual(['country=DE']);
    country = 'JP';
    await page.goto(`${site.base}/other`);
    await page.goto(`${site.base}${path}`);
    expect(await said(), path).toEqual([again]);
    await page.reload();
    expect(await said(), path).toEqual(['country=JP']);
  }
  await page.close();
  await site.close();
});
