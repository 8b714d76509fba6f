import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { faults } from '../../../demo/service/faults.js';
import { createRelay } from '../../../src/relay/index.js';
import { type RelayListenerOptions, relayListener } from '../../../src/relay/node.js';
import { USER_AGENT, VISITOR } from '../../support/relay.js';
import { serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

const KEY = 'private/key+0123456789=';
const keys = { [KEY]: { credits: 1000 } };

/** The key in every spelling in which it could appear. */
const spellings = [KEY, encodeURIComponent(KEY), KEY.toUpperCase()];
const leaks = (text: string) => spellings.filter((spelling) => text.includes(spelling));

const numbers: Record<string, number> = { status: 403, slow: 10, flaky: 1 };
for (const [name, { amount }] of Object.entries(faults)) {
  const fault = amount ? `${name}-${numbers[name] ?? 1}` : name;
  test(`the key is in no response while the service has the fault ${fault}`, async ({ start, printed }) => {
    const { ask } = await start({ prefix: `fault/${fault}/`, apiKey: KEY, service: { keys } });
    for (const path of ['', 'AS', 'user_agent', '?fields=debug', '?ua=x', '?key=x', 'x']) {
      const response = await ask(path);
      const headers = JSON.stringify([...response.headers]);
      expect(leaks(`${response.statusText}${headers}${await response.text()}`)).toEqual([]);
    }
    expect(leaks(printed.splice(0).join())).toEqual([]);
  });
}

test('the key is removed from names and texts of the service', async ({ start }) => {
  const body = {
    ip: VISITOR,
    [KEY]: 1,
    [`x-${KEY}`]: { a: 1 },
    list: [`<${KEY}>`, { [KEY]: [KEY] }],
    user_agent: KEY,
  };
  const upstream = await serveListener((_req, res) => res.setHeader('X-Key', KEY).end(JSON.stringify(body)));
  const { ask } = await start({ baseUrl: upstream.base, apiKey: KEY });
  for (const path of ['', 'user_agent']) {
    const text = await (await ask(path)).text();
    expect(leaks(text)).toEqual([]);
    // A member whose name contains the key is removed.
    expect(text).toContain('"list":["<…>",{}]');
  }
  await upstream.close();
});

test('the key is sent only in the Authorization header', async ({ start }) => {
  const requests: string[] = [];
  const upstream = await serveListener((req, res) => {
    const { authorization, ...headers } = req.headers;
    expect(authorization).toBe(`ApiKey ${KEY}`);
    requests.push(`${req.method} ${req.url} ${JSON.stringify(headers)}`);
    req.on('data', (chunk) => requests.push(String(chunk)));
    res.end('{"ip":"81.2.69.142","connection":{"asn":20712}}');
  });
  const { ask } = await start({ baseUrl: upstream.base, apiKey: KEY });
  for (const path of ['', 'AS', 'user_agent']) await ask(path);
  expect(requests.length).toBeGreaterThan(3);
  expect(leaks(requests.join())).toEqual([]);
  await upstream.close();
});

test('only the visitor’s IP address and User-Agent reach the service', async ({ start }) => {
  const received: string[] = [];
  const upstream = await serveListener((req, res) => {
    received.push(JSON.stringify(req.headers));
    res.end('{}');
  });
  const { ask } = await start({ baseUrl: upstream.base });
  const headers = {
    Cookie: 'session=visitor-secret',
    Authorization: 'Bearer visitor-secret',
    'X-Own': 'visitor-secret',
  };
  await ask('', { headers });
  expect(received).toHaveLength(2);
  expect(received.join()).not.toContain('visitor-secret');
  await upstream.close();
});

test('the key is in no message about an option', () => {
  const wrong: Record<string, unknown>[] = [
    { apiKey: `${KEY} ` },
    { apiKey: `${KEY}\n` },
    { baseUrl: `https://${KEY}@example.com/` },
    { baseUrl: `https://example.com/?key=${KEY}` },
    { baseUrl: KEY },
    { path: 1 },
    { maxAge: -1 },
  ];
  for (const options of wrong) {
    let error: unknown;
    try {
      relayListener({ baseUrl: 'https://example.com/', apiKey: KEY, ...options } as RelayListenerOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(Error);
    expect(leaks(`${(error as Error).stack}${JSON.stringify(error)}`)).toEqual([]);
  }
});

test('the key is in nothing that a deployment prints', { timeout: 120_000 }, async () => {
  let misbehaves = 0;
  const upstream = await serveListener((req, res) => {
    misbehaves += 1;
    if (misbehaves % 3 === 0) req.socket.destroy();
    else res.writeHead(misbehaves % 3 === 1 ? 400 : 200).end(`garbage ${req.headers.authorization}`);
  });
  const program = fileURLToPath(new URL('../../../demo/relay/node.ts', import.meta.url));
  const env = { ...process.env, PORT: '0', LOOKUP_KEY: KEY, LOOKUP_URL: upstream.base, VISITOR };
  const child = spawn(process.execPath, ['--import', 'tsx', program], { env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/:\d+\//);
  const site = /http:.*:\d+/.exec(printed)?.[0];
  for (let i = 0; i < 6; i++) {
    const headers = { 'User-Agent': `${USER_AGENT} ${i}` };
    expect((await fetch(`${site}/origin/user_agent`, { headers })).status).toBeGreaterThanOrEqual(400);
  }
  child.kill();
  await new Promise((resolve) => child.on('close', resolve));
  expect(misbehaves).toBe(6);
  expect(leaks(printed)).toEqual([]);
  await upstream.close();
});

test('an exception in a callback is printed without the key', async ({ start, printed }) => {
  const address = () => {
    throw new Error(`no address, and the key is ${KEY}`);
  };
  const { ask } = await start({ apiKey: KEY, clientIp: address });
  const response = await ask();
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('no address');
  const relay = createRelay({ baseUrl: 'https://example.com/', apiKey: KEY, clientIp: address });
  expect((await relay(new Request('https://example.com/origin/'))).status).toBe(500);
  const lines = printed.splice(0);
  expect(lines).toHaveLength(2);
  expect(lines.join()).toContain('no address, and the key is …');
  expect(leaks(lines.join())).toEqual([]);
});

test('a failure of a source or fallback is printed without the key in any spelling', async ({
  start,
  printed,
}) => {
  const upstream = await serveListener((_req, res) => res.writeHead(503).end());
  const failing = {
    ip: () => {
      throw new Error(spellings.slice(0, 2).join(' and '));
    },
  };
  const { ask } = await start({ baseUrl: upstream.base, apiKey: KEY, fallbackSource: failing });
  expect((await ask()).status).toBe(503);
  const lines = printed.splice(0).join();
  expect(lines).toContain('… and …');
  expect(leaks(lines)).toEqual([]);
  await upstream.close();
});
