import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { serveSite } from '../../demo/relay/site.js';
import { serveListener, startService } from '../support/service.js';
import { signal } from '../support/signal.js';
import { expect, test } from './fixtures.js';

const KEY = 'private-key-0123456789';
const VISITOR = '81.2.69.142';
const folder = fileURLToPath(new URL('../../demo/relay/', import.meta.url));

const LISTENING = /(?:http:\/\/127\.0\.0\.1:|"port":)(\d+)/;

/** Starts a deployment as its own comment describes, and waits until it listens. Returns its URL. */
async function start(
  program: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ base: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', `${folder}${program}`, ...args], {
    env: { ...process.env, ...env, PORT: '0', LOOKUP_KEY: KEY, VISITOR },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  await expect.poll(() => printed, { timeout: 60_000 }).toMatch(LISTENING);
  return { base: `http://127.0.0.1:${LISTENING.exec(printed)?.[1]}`, child };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await new Promise((resolve) => child.on('close', resolve));
}

/** Everything that a visitor of the page can read: requests, responses, the document, storage and cookies. */
async function open(page: Page, address: string): Promise<string> {
  const seen: Promise<string>[] = [];
  page.on('requestfinished', async (request) => {
    const response = await request.response();
    const headers = JSON.stringify([await request.allHeaders(), await response?.allHeaders()]);
    seen.push(
      Promise.resolve(`${request.url()} ${headers}`),
      response?.text().catch(() => '') ?? Promise.resolve(''),
    );
  });
  await page.goto(address);
  await expect(page.locator('visitor-value')).toContainText('United Kingdom');
  await expect(page.locator('visitor-info')).toContainText(VISITOR);
  await expect(page.locator('visitor-asn')).toContainText('Andrews & Arnold Ltd');
  await expect(page.locator('visitor-user-agent')).toContainText('Chrome');
  await page.waitForLoadState('networkidle');
  const inPage = await page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
    ]),
  );
  return (await Promise.all(seen)).join('\n') + inPage;
}

test.describe('a page gets data without a key in its source, its requests or its storage', () => {
  for (const program of ['node.ts', 'express.ts'])
    test(`by ${program}`, async ({ closing, page }) => {
      const service = await closing(startService({ keys: { [KEY]: { credits: 100 } } }));
      const { base, child } = await start(program, { LOOKUP_URL: `${service.base}/visit/relay/` });
      const seen = await open(page, `${base}/`);
      expect(seen).toContain('/origin/AS');
      expect(seen).toContain('sec-fetch-site":"same-origin');
      expect(seen).not.toContain(KEY);
      expect(seen).not.toContain(service.base);
      await page.reload();
      await expect(page.locator('visitor-info')).toContainText(VISITOR);
      expect(await (await fetch(`${service.base}/usage/relay`)).json()).toMatchObject({
        requests: 3,
        credits: 3,
      });
      await stop(child);
    });

  test('by worker.ts in workerd, for a page of another origin', async ({ closing, page }) => {
    const service = await closing(startService({ keys: { [KEY]: { credits: 100 } } }));
    const pages = await closing(serveListener(serveSite));
    const { base, child } = await start('workerd.ts', {
      LOOKUP_URL: `${service.base}/visit/relay/`,
      PAGES: `https://www.example.com ${pages.base}`,
    });
    await page.addInitScript((relay) => {
      addEventListener('DOMContentLoaded', () => {
        for (const element of document.querySelectorAll(
          '[field], visitor-info, visitor-asn, visitor-user-agent',
        ))
          element.setAttribute('base-url', relay);
      });
    }, `${base}/origin/`);
    const seen = await open(page, `${pages.base}/`);
    expect(seen).toContain(`${base}/origin/AS`);
    expect(seen).not.toContain(KEY);
    expect(seen).not.toContain(service.base);
    expect(await (await fetch(`${service.base}/usage/relay`)).json()).toMatchObject({
      requests: 3,
      credits: 3,
    });
    const elsewhere = await fetch(`${base}/origin/`, { headers: { Origin: 'https://evil.example' } });
    expect(elsewhere.status).toBe(403);
    await stop(child);
  });
});

test('in workerd, a client that leaves while its lookup is under way costs visitors with the same browser at most a wait', async ({
  closing,
}) => {
  const asked = signal();
  let isSlow = true;
  const service = await closing(
    serveListener((_request, response) => {
      if (!isSlow) response.end('{"results":[{"name":"Sample"}]}');
      isSlow = false;
      asked.give();
    }),
  );
  const { base, child } = await start('workerd.ts', { LOOKUP_URL: service.base });
  const headers = { 'User-Agent': 'Sample/1' };
  const client = connect(Number(new URL(base).port), '127.0.0.1');
  client.on('error', () => {});
  client.write('GET /origin/user_agent HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Sample/1\r\n\r\n');
  await asked.given;
  client.resetAndDestroy();
  const response = await fetch(`${base}/origin/user_agent`, { headers });
  expect([response.status, await response.json()]).toEqual([200, { name: 'Sample' }]);
  await stop(child);
});

test.describe('a visitor gets data without a lookup service', () => {
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

  test('by database.ts, from a file on the server, without networks', async () => {
    const { base, child } = await start('database.ts', {});
    expect(await (await fetch(`${base}/origin/`, { headers })).json()).toMatchObject({
      ip: VISITOR,
      location: { country: { code: 'GB' } },
      user_agent: { name: 'Firefox', type: 'browser', os: { name: 'Linux' } },
    });
    const network = await fetch(`${base}/origin/AS`, { headers });
    expect([network.status, (await network.json()).code]).toEqual([404, 'UNKNOWN_ASN']);
    await stop(child);
  });

  test('by edge.ts in workerd, from the platform’s data', async () => {
    const { base, child } = await start('workerd.ts', {}, 'edge.ts');
    const cf = JSON.stringify({
      country: 'GB',
      continent: 'EU',
      latitude: '51.41',
      longitude: '-0.30',
      timezone: 'Europe/London',
      city: 'Kingston',
      regionCode: 'ENG',
      asn: 20712,
      asOrganization: 'AAISP',
    });
    const ask = async (path: string, more: Record<string, string> = { 'x-cf': cf }) => {
      const response = await fetch(`${base}/origin/${path}`, { headers: { ...headers, ...more } });
      return { status: response.status, data: await response.json() };
    };
    expect(await ask('')).toMatchObject({
      status: 200,
      data: {
        ip: VISITOR,
        location: {
          country: { code: 'GB' },
          region: { code: 'GB-ENG' },
          city: 'Kingston',
          latitude: 51.41,
          longitude: -0.3,
        },
        time_zone: { id: 'Europe/London' },
      },
    });
    const elsewhere = { 'x-cf': cf, 'cf-connecting-ip': '2a00:1450:4001:800::1' };
    expect(await ask('', elsewhere)).toMatchObject({ data: { ip: '2a00:1450:4001:800::1' } });
    const tor = await ask('', { 'x-cf': JSON.stringify({ country: 'T1' }) });
    expect(tor.data).toEqual({ ip: VISITOR, security: { is_tor: true } });
    expect(await ask('AS')).toEqual({ status: 200, data: { asn: 20712, name: 'AAISP' } });
    expect(await ask('user_agent')).toMatchObject({ status: 404 });
    expect(await ask('', {})).toEqual({ status: 200, data: { ip: VISITOR } });
    await stop(child);
  });
});

const guide = readFileSync(new URL('../../docs/server.md', import.meta.url), 'utf8');
const [, server = ''] = /```js\n([^`]*createServer[^`]*)```/.exec(guide) ?? [];

/**
 * Starts a program from the guide in a folder below the package, where it can import the package by name, on any free
 * port.
 */
async function startOfGuide(file: string, code: string): ReturnType<typeof start> {
  const place = new URL('../../test-results/guide/', import.meta.url);
  await mkdir(place, { recursive: true });
  const program = code.replace(
    '.listen(8081)',
    `.listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port + '/'); })`,
  );
  expect(program).not.toBe(code);
  await writeFile(new URL(file, place), program);
  return start(`../../test-results/guide/${file}`, {});
}

test('the guide’s server survives a missing page', async () => {
  const { base, child } = await startOfGuide('server.mjs', server);
  for (let i = 0; i < 2; i++) {
    expect((await fetch(`${base}/`)).status).toBe(404);
    expect((await (await fetch(`${base}/origin/`)).json()).code).toBe('RESERVED_IP_ADDRESS');
  }
  await stop(child);
});

test('the guide’s server uses a database file, with the guide’s code', async () => {
  const [, lines = ''] = /```js\n([^`]*maxmind\(\{[^`]*)```/.exec(guide) ?? [];
  const [imports, database] = lines.split('\n\n');
  const [relay] = /const relay = relayListener\(\{[\s\S]*?\}\);/.exec(server) ?? [''];
  const onThisMachine =
    database?.replace('trustProxies', "clientIp: () => '81.2.69.142', trustProxies") ?? '';
  const { base, child } = await startOfGuide(
    'database.mjs',
    `${imports?.replace(/^.*relayListener.*$/m, '')}\n${server.replace(relay, onThisMachine)}`,
  );
  const { ip, location } = await (await fetch(`${base}/origin/`)).json();
  expect(ip).toBe('81.2.69.142');
  expect(location).toMatchObject({ country: { code: 'GB', name: 'United Kingdom' }, in_eu: false });
  await stop(child);
});
