import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { faults } from '../../../demo/service/faults.js';
import { demoKeys } from '../../../demo/service/keys.js';
import { createService } from '../../../demo/service/service.js';
import { creditsOf, rawGet } from '../../support/service.js';
import { type Ask, test } from './fixtures.js';

const usage = async (ask: Ask) => (await ask('/usage/v', { key: null })).json();

for (const status of [400, 401, 402, 403, 404, 413, 429, 451, 500, 502, 503, 504, 418, 599])
  test(`status-${status} has this status and a documented body, without costs`, async ({ ask }) => {
    const response = await ask(`/fault/status-${status}/visit/v/`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.any(String),
      resolution: expect.any(String),
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await usage(ask)).toMatchObject({ requests: 1, credits: 0, log: [{ status }] });
  });

test.describe('429 has Retry-After', () => {
  test('retry-after-7: in seconds', async ({ ask }) => {
    const { status, headers } = await ask('/fault/retry-after-7/');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('retry-date-3600: as an HTTP date', async ({ ask }) => {
    const { status, headers } = await ask('/fault/retry-date-3600/');
    const date = headers.get('retry-after') ?? '';
    expect(status).toBe(429);
    expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(Math.abs(Date.parse(date) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  test('retry-hidden-7: where a page cannot see it', async ({ ask }) => {
    const { status, headers } = await ask('/fault/retry-hidden-7/');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
    expect(headers.get('access-control-expose-headers')).not.toMatch(/retry-after/i);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

test.describe('a body that is no data object, under status 200, costs its credit', () => {
  const bodies: Record<string, { type: string | RegExp; body: string | RegExp }> = {
    html: { type: 'text/html', body: /^<!doctype html>/ },
    xml: { type: 'application/xml', body: /^<\?xml/ },
    empty: { type: 'application/json', body: /^$/ },
    null: { type: 'application/json', body: 'null' },
    array: { type: 'application/json', body: /^\[/ },
    string: { type: 'application/json', body: /^"/ },
    number: { type: 'application/json', body: '42' },
    truncated: { type: 'application/json', body: /^\{"ip":"81[^}]*/ },
    'not-utf8': { type: 'application/json', body: /^\ufffd\ufffd\{\0"/ },
    garbage: { type: 'application/json', body: /\ufffd.*\ufffd/s },
  };
  for (const [name, { type, body }] of Object.entries(bodies))
    test(name, async ({ ask }) => {
      const response = await ask(`/fault/${name}/visit/v/`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(type);
      const text = await response.text();
      expect(text).toMatch(body);
      if (!['null', 'array', 'string', 'number'].includes(name)) expect(() => JSON.parse(text)).toThrow();
      expect(creditsOf(response)).toBe(1);
      expect(await usage(ask)).toMatchObject({ requests: 1, credits: 1 });
    });
});

test('bad-utf8 is JSON with bytes that are not UTF-8', async ({ ask }) => {
  const bytes = await (await ask('/fault/bad-utf8/')).arrayBuffer();
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ ip: 'caf\ufffd' });
});

test('hostile is valid JSON with its traps in place', async ({ ask }) => {
  const text = await (await ask('/fault/hostile/')).text();
  const data = JSON.parse(text);
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining(['__proto__', 'constructor', 'toString', 'location']),
  );
  expect(text).toMatch(/<script>.*javascript:/s);
  expect(data.hostname.length).toBeGreaterThan(1_000_000);
});

test.describe('the connection', () => {
  test('drop: is closed before any byte', async ({ base, ask }) => {
    expect(await rawGet(base, '/fault/drop/visit/v/?key=demo-open')).toBe('');
    expect(await usage(ask)).toMatchObject({ requests: 1, credits: 0, log: [{ status: 0 }] });
  });

  test('drop-body: is closed inside the body, for a credit', async ({ base, ask }) => {
    const answer = await rawGet(base, '/fault/drop-body/visit/v/?key=demo-open');
    expect(answer).toMatch(/^HTTP\/1.1 200 .*\{"ip":"81\.2\.69\.142"/s);
    expect(answer).not.toMatch(/0\r\n\r\n$/);
    const response = await ask('/fault/drop-body/');
    await expect(response.json()).rejects.toThrow();
    expect(await usage(ask)).toMatchObject({ requests: 1, credits: 1 });
  });
});

test.describe('slowness', () => {
  test('slow-300 delays the real response', async ({ ask }) => {
    const start = performance.now();
    const response = await ask('/fault/slow-300/visit/v/');
    expect(performance.now() - start).toBeGreaterThan(295);
    expect(await response.json()).toMatchObject({ ip: '81.2.69.142' });
    expect(await usage(ask)).toMatchObject({ credits: 1, log: [{ status: 200 }] });
  });

  test('slow-body-300 delays the body, not the headers', async ({ ask }) => {
    const response = await ask('/fault/slow-body-60000/');
    expect(response.status).toBe(200);
    await response.body?.cancel();
    const start = performance.now();
    expect(await (await ask('/fault/slow-body-300/')).json()).toMatchObject({ ip: '81.2.69.142' });
    expect(performance.now() - start).toBeGreaterThan(295);
  });

  test('ends when the client leaves', async () => {
    const leave = new AbortController();
    const ask = (fault: string) =>
      createService().handle(
        new Request(`http://localhost/fault/${fault}-120000/?key=demo-open`, { signal: leave.signal }),
        '127.0.0.1',
      );
    const late = ask('slow');
    const lateBody = (await ask('slow-body')).text();
    leave.abort();
    expect((await late).type).toBe('error');
    await expect(lateBody).rejects.toThrow(/abort/);
  });

  test('has cost its credit when the client gives up', async ({ ask }) => {
    const leave = new AbortController();
    const answer = ask('/fault/slow-60000/visit/v/', { signal: leave.signal });
    await expect.poll(async () => (await usage(ask)).credits).toBe(1);
    leave.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(async () => (await usage(ask)).log).toMatchObject([{ status: 0, credits: 1 }]);
  });

  test('of a client that leaves within its own body is status 0 too', async ({ base, ask }) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /visit/v/?key=demo-open HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n["',
    );
    await expect.poll(async () => (await usage(ask)).requests).toBe(1);
    socket.destroy();
    await expect.poll(async () => (await usage(ask)).log).toMatchObject([{ status: 0, credits: 0 }]);
  });
});

test('no-cors leaves every CORS header out, on the preflight too', async ({ ask }) => {
  for (const method of ['GET', 'OPTIONS']) {
    const response = await ask('/fault/no-cors/', { method, headers: { Origin: 'http://localhost' } });
    expect(response.ok).toBe(true);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test('redirect leads to the same lookup without the fault', async ({ ask }) => {
  for (const path of ['/fault/redirect/AS', '/from/8.8.8.8/fault/redirect/visit/v/AS', '/from/8.8.8.8/AS']) {
    const response = await ask(path.replace('/from/8.8.8.8/AS', '/from/8.8.8.8/fault/redirect/AS'));
    expect(response.redirected).toBe(true);
    expect(new URL(response.url).pathname).toBe(path.replace('fault/redirect/', ''));
    expect(response.status).toBe(200);
  }
});

test('flaky-2 responds with 503 twice per visit, then really', async ({ ask }) => {
  for (const visit of ['v', 'w'])
    for (const status of [503, 503, 200, 200])
      expect((await ask(`/fault/flaky-2/visit/${visit}/`)).status).toBe(status);
  expect(await usage(ask)).toMatchObject({ requests: 4, credits: 2 });
  expect(await (await ask('/fault/flaky-2/')).json()).toMatchObject({ code: 'BAD_REQUEST' });
});

test('echo-key repeats the key in an error, relayed-secret in a success', async ({ ask }) => {
  const error = await ask('/fault/echo-key/', { key: 'my-secret' });
  expect(error.status).toBe(403);
  expect(await error.json()).toMatchObject({
    message: expect.stringContaining('my-secret'),
    resolution: expect.stringContaining('my-secret'),
  });
  const success = await ask('/fault/relayed-secret/');
  expect(success.headers.get('x-debug')).toBe('demo-open');
  expect(await success.json()).toMatchObject({ ip: '81.2.69.142', debug: { key: 'demo-open' } });
});

test('a refusal is not changed', async ({ ask }) => {
  for (const name of ['html', 'slow-1', 'drop-body', 'hostile', 'null', 'slow-body-1']) {
    const response = await ask(`/fault/${name}/`, { key: null });
    expect([response.status, (await response.json()).code]).toEqual([401, 'MISSING_API_KEY']);
  }
});

test('a preflight passes, so that the fault meets the request itself', async ({ ask }) => {
  for (const name of ['status-503', 'drop', 'slow-60000', 'html'])
    expect((await ask(`/fault/${name}/`, { method: 'OPTIONS' })).status).toBe(204);
});

test('an unknown fault or number is refused with the list of faults', async ({ ask }) => {
  for (const name of [
    'nonsense',
    '',
    'slow',
    'status-200',
    'status-600',
    'slow-999999',
    'html-3',
    'constructor',
    '__proto__',
  ]) {
    const response = await ask(`/fault/${name}/`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(`'${name}'`),
    });
  }
});

test('an unknown fault is told all that there are', async ({ ask }) => {
  const { message } = await (await ask('/fault/nonsense/')).json();
  for (const name of Object.keys(faults)) expect(message).toContain(name);
});

test('the README lists every fault and every key', () => {
  const readme = readFileSync(new URL('../../../demo/service/README.md', import.meta.url), 'utf8');
  for (const [name, { amount }] of Object.entries(faults))
    expect(readme).toContain(`| \`${name}${amount ? '-<' : '`'}`);
  for (const name of Object.keys(demoKeys)) expect(readme).toContain(`| \`${name}\``);
});
