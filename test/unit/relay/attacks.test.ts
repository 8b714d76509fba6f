/** Attacks that make a relay expensive, each found in practice. */
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { JsonBody } from '../../../src/relay/body.js';
import { assertSmallEnough, Variants } from '../../../src/relay/cache/variants.js';
import { parseFields, pickFields } from '../../../src/relay/http/fields.js';
import { RateLimiter } from '../../../src/relay/limits/rate-limiter.js';
import { relayListener } from '../../../src/relay/node.js';
import type { RelayEvent } from '../../../src/relay/events.js';
import { errorOf, startUpstream, statusOf, VISITOR } from '../../support/relay.js';
import { sendRaw, serveListener } from '../../support/service.js';
import { signal } from '../../support/signal.js';
import { test } from './fixtures.js';

const KIB = 1024;
/** Counts the texts of more than this many characters that are parsed as JSON during `work`. */
async function longTextsRead(characters: number, work: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON;
  let read = 0;
  JSON.parse = (text: string, ...rest: []) => {
    if (text.length > characters) read += 1;
    return parse(text, ...rest);
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
  }
  return read;
}

/** A request as bytes, to send with others in one packet. */
const request = (target: string, { method = 'GET', visitor = VISITOR, more = '' } = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${visitor}\r\n${more}\r\n`;
const last = { more: 'Connection: close\r\n' };

/** IP data of approximately this many bytes. */
const large = (bytes: number, character = 'x') => ({
  ip: VISITOR,
  pad: character.repeat(bytes / Buffer.byteLength(character)),
});

test.describe('fields of large data', () => {
  test('are picked once, however often they are requested', async ({ start }) => {
    const service = await startUpstream(() => large(200 * KIB));
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    await ask();
    const read = await longTextsRead(100 * KIB, async () => {
      for (let i = 0; i < 20; i++) expect(await (await ask('?fields=ip')).json()).toEqual({ ip: VISITOR });
    });
    expect(read).toBe(0);
    await service.close();
  });

  test('are those of the newest data, this visitor and this lookup', async ({ start }) => {
    let answered = 0;
    const service = await startUpstream((question) => ({ ip: question.slice(1), at: ++answered }));
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    const at = async (visitor: string) => (await ask('?fields=at', { visitor })).json();
    expect(await at(VISITOR)).toEqual({ at: 1 });
    expect(await at('8.8.8.8')).toEqual({ at: 2 });
    expect(await (await ask('?fields=ip')).json()).toEqual({ ip: VISITOR });
    const now = Date.now;
    try {
      Date.now = () => now() + 1_801_000;
      expect(await at(VISITOR)).toEqual({ at: 3 });
      expect(await at(VISITOR)).toEqual({ at: 3 });
    } finally {
      Date.now = now;
    }
    await service.close();
  });

  test('are not those of data that was dropped from memory', async () => {
    const variants = new Variants(Infinity, (_, work) => work());
    const fields = { name: 'ip', make: (data: object) => pickFields(data, parseFields('ip')) };
    const expiresAt = Date.now() + 1_000_000;
    for (const [i, ip] of ['a', 'b', 'b'].entries()) {
      const cached = { body: new JsonBody({ ip }), expiresAt: expiresAt + (i && 1) };
      const picked = await variants.bytesOf('cache key', cached, fields, VISITOR);
      expect(new TextDecoder().decode(picked)).toBe(JSON.stringify({ ip }));
    }
  });

  test('are not picked for 150 HEAD requests in one packet', async ({ start }) => {
    const service = await startUpstream(() => large(200 * KIB));
    const { ask, site } = await start({ baseUrl: service.base, parseUserAgent: false });
    await ask();
    const head = { method: 'HEAD' };
    const packet = Array.from({ length: 149 }, (_, i) => request(`/origin/?fields=ip,x${i}`, head));
    let answers = '';
    const read = await longTextsRead(100 * KIB, async () => {
      answers = await sendRaw(site, packet.join('') + request('/origin/?fields=ip', { ...head, ...last }));
    });
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(150);
    expect(answers).not.toContain('{');
    expect(read).toBe(0);
    await service.close();
  });

  test('are picked from up to 256 KiB of data', () => {
    const x = 'x'.repeat(256 * KIB - '{"x":""}'.length);
    expect(() => assertSmallEnough(new JsonBody({ x }))).not.toThrow();
    for (const larger of [`${x}x`, `é${x.slice(1)}`])
      expect(() => assertSmallEnough(new JsonBody({ x: larger }))).toThrow();
  });

  for (const [what, character] of [
    ['Latin', 'x'],
    ['Thai', 'ก'],
  ] as const)
    test(`are refused above 256 KiB of ${what} text, with a message`, async ({ start }) => {
      const service = await startUpstream((question) =>
        large((question === `/${VISITOR}` ? 257 : 255) * KIB, character),
      );
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
      const read = await longTextsRead(80 * KIB, async () => {
        for (const method of ['GET', 'HEAD']) {
          const refused = await ask('?fields=ip', { method });
          expect(refused.status).toBe(400);
          if (method === 'GET')
            expect(await errorOf(refused)).toMatchObject({
              code: 'BAD_REQUEST',
              message: expect.stringContaining('256 KiB'),
            });
        }
      });
      expect(read).toBe(1); // The service's response is parsed once.
      expect((await ask()).status).toBe(200);
      expect((await ask('?fields=ip', { visitor: '8.8.8.8' })).status).toBe(200);
      await service.close();
    });
});

/** A socket that sends what it is given, and reads nothing until it is resumed. */
async function sender(site: string): Promise<Socket> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket.pause();
}

test.describe('requests of one connection are handled in turn', () => {
  test('the second starts after the first response', async ({ start }) => {
    const { given: held, give: release } = signal();
    const service = await startUpstream(async (question) => {
      if (question === '/8.8.8.1') await held;
      return { ip: question.slice(1) };
    });
    const { ask, site } = await start({ baseUrl: service.base, parseUserAgent: false });
    const answers = sendRaw(
      site,
      request('/origin/', { visitor: '8.8.8.1' }) + request('/origin/', { visitor: '8.8.8.2', ...last }),
    );
    await expect.poll(() => service.asked).toEqual(['/8.8.8.1']);
    for (let i = 3; i < 6; i++) expect((await ask('', { visitor: `8.8.8.${i}` })).status).toBe(200);
    expect(service.asked).not.toContain('/8.8.8.2');
    release();
    expect((await answers).match(/"ip":"8\.8\.8\.\d"/g)).toEqual(['"ip":"8.8.8.1"', '"ip":"8.8.8.2"']);
    await service.close();
  });

  test('a client that reads nothing is sent no more than a connection’s buffer, and the rest later', async ({
    start,
  }) => {
    const service = await startUpstream(() => large(5000 * KIB));
    let answered = 0;
    const { ask, site } = await start({
      baseUrl: service.base,
      parseUserAgent: false,
      onEvent: ({ type }: RelayEvent) => {
        if (type === 'answer') answered += 1;
      },
    });
    await ask();
    const socket = await sender(site);
    socket.write(request('/origin/').repeat(39) + request('/origin/', last));
    await expect.poll(() => answered).toBeGreaterThan(1);
    for (let i = 0; i < 5; i++) await (await ask()).text();
    expect(answered - 6).toBeLessThan(20);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await ended;
    expect(received).toBeGreaterThan(40 * 5000 * KIB);
    await service.close();
  });

  test('a client that leaves in between costs nothing more', async ({ start }) => {
    const { given: held, give: release } = signal();
    const service = await startUpstream(async (question) => {
      if (question === '/8.8.8.1') await held;
      return { ip: question.slice(1) };
    });
    const { ask, site } = await start({ baseUrl: service.base, parseUserAgent: false });
    const socket = await sender(site);
    socket.write(request('/origin/', { visitor: '8.8.8.1' }) + request('/origin/', { visitor: '8.8.8.2' }));
    await expect.poll(() => service.asked).toEqual(['/8.8.8.1']);
    const left = new Promise((resolve) => socket.once('close', resolve));
    socket.destroy();
    await left;
    // A response from the same process: by then it has seen that the connection is closed.
    expect((await ask('', { visitor: '8.8.8.4' })).status).toBe(200);
    release();
    expect((await ask('', { visitor: '8.8.8.1' })).status).toBe(200);
    expect((await ask('', { visitor: '8.8.8.3' })).status).toBe(200);
    expect(service.asked).not.toContain('/8.8.8.2');
    await service.close();
  });

  test('a client that left is sent nothing: a large body would stay in memory for it', async () => {
    const { given: held, give: release } = signal();
    const relay = relayListener({
      baseUrl: 'https://service.example/',
      apiKey: 'key-1',
      parseUserAgent: false,
      clientIp: () => VISITOR,
      fetch: async () => {
        await held;
        return Response.json(large(100 * KIB));
      },
    });
    const responses: ServerResponse[] = [];
    const { base, close } = await serveListener((req, res) => {
      responses.push(res);
      relay(req, res);
    });
    const socket = await sender(base);
    socket.write(request('/origin/'));
    await expect.poll(() => responses).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => responses[0]?.destroyed).toBe(true);
    release();
    expect((await fetch(`${base}/origin/`)).status).toBe(200);
    expect(responses.map(({ headersSent }) => headersSent)).toEqual([false, true]);
    await close();
  });
});

test.describe('data that is nested too deeply', () => {
  const nested = (depth: number) => `{"ip":"${VISITOR}","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  for (const depth of [1000, 3000, 100_000])
    test(`with ${depth} arrays from the service is an invalid response, cached, and not the relay’s failure`, async ({
      start,
    }) => {
      const { now } = Date;
      const moment = now();
      Date.now = () => moment; // A failure is cached for seconds, and a busy machine may take that long.
      try {
        const service = await startUpstream(() => nested(depth));
        const { ask } = await start({ baseUrl: service.base });
        for (let i = 0; i < 2; i++)
          for (const path of ['', 'AS', 'user_agent', '?fields=x']) {
            const answer = await ask(path);
            expect(answer.status).toBe(502);
            expect(await errorOf(answer)).toMatchObject({ code: 'INTERNAL' });
          }
        expect(service.asked).toHaveLength(2);
        await service.close();
      } finally {
        Date.now = now;
      }
    });

  test('with 50 arrays is accepted, and so are its fields', async ({ start }) => {
    const service = await startUpstream(() => nested(50));
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    expect(await (await ask()).text()).toBe(nested(50));
    expect((await ask('?fields=x')).status).toBe(200);
    await service.close();
  });

  for (const fields of [
    'a.a.a.a.a.a.a.a.a.a.a',
    'a.a.a.a.a[a.a.a.a.a.a]',
    `${'a['.repeat(10)}a${']'.repeat(10)}`,
  ])
    test(`for fields=${fields} is refused, and the message has the limit`, async ({ start }) => {
      const { ask, usage } = await start();
      const refused = await ask(`?fields=${fields}`);
      expect(refused.status).toBe(400);
      expect(await errorOf(refused)).toMatchObject({
        code: 'INVALID_FILTER_SYNTAX',
        message: expect.stringContaining('10'),
      });
      expect((await usage()).requests).toBe(0);
      for (const allowed of ['a.a.a.a.a.a.a.a.a.a', 'a.a.a.a.a[a.a.a.a.a]'])
        expect((await ask(`?fields=${allowed}`)).status).toBe(200);
    });
});

test.describe('visitors whom the option rateLimiter refuses', () => {
  test('are checked at the same time, and share the call of a visitor whom it allows', async ({ start }) => {
    const service = await startUpstream((question) => [{ header: question }]);
    const visitors = Array.from({ length: 20 }, (_, i) => `81.2.69.${i + 1}`);
    const [first = '', ...others] = visitors;
    let released = () => {};
    const firstHeld = new Promise<void>((resolve) => {
      released = resolve;
    });
    let waiting = 0;
    let allTogether = () => {};
    const together = new Promise<void>((resolve) => {
      allTogether = resolve;
    });
    const { ask } = await start({
      baseUrl: service.base,
      timeout: 2_000_000,
      hourlyLimitPerVisitor: 3,
      async rateLimiter(visitor) {
        if (visitor === first) {
          waiting = 1;
          await firstHeld;
          return false;
        }
        if (++waiting === visitors.length) allTogether();
        await together; // All at once: requests in sequence would never meet here.
        return visitor.endsWith('7') || visitor.endsWith('8');
      },
    });
    const parse = (visitor: string) => ask('user_agent', { visitor });
    const answers = [parse(first)];
    await expect.poll(() => waiting).toBe(1);
    answers.push(...others.map(parse));
    await ask('AS', { visitor: '10.0.0.1' }); // The other requests have arrived.
    released();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    const allowed = visitors.map((visitor) => /[78]$/.test(visitor));
    expect(statuses).toEqual(allowed.map((isAllowed) => (isAllowed ? 200 : 429)));
    expect(service.asked).toHaveLength(1);
    // A visitor who shared the call has caused none, so two browsers may follow; for the one who caused it, one.
    const more: number[] = [];
    for (const visitor of visitors.filter((_, i) => allowed[i]))
      for (const browser of ['A/1', 'B/1']) {
        const headers = { 'User-Agent': `${browser} ${visitor}` };
        more.push((await ask('user_agent', { visitor, headers })).status);
      }
    expect(more.filter((status) => status === 429)).toHaveLength(1);
    await service.close();
  });
});

test('are not counted: 60,000 of them displace nobody', () => {
  const limiter = new RateLimiter(1, Infinity);
  const visitor = { name: VISITOR, owner: VISITOR };
  limiter.consume(visitor, false);
  const prefix48 = '2a00:1450:4001::/48';
  for (let i = 0; i < 60_000; i++)
    limiter.consume({ name: `2a00:1450:4001:${i.toString(16)}::/64`, prefix48 }, false)();
  expect(() => limiter.consume(visitor, false)).toThrow();
});

test('a visitor who was refused once is counted only for calls that were made', async ({ start }) => {
  const service = await startUpstream();
  let isAllowed = true;
  const { ask } = await start({
    baseUrl: service.base,
    parseUserAgent: false,
    hourlyLimitPerVisitor: 2,
    rateLimiter: () => isAllowed,
  });
  const statuses: number[] = [];
  for (const [i, allowed] of [true, false, true, true].entries()) {
    isAllowed = allowed;
    statuses.push((await ask('', { visitor: `2a00:1450::${i + 1}` })).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429]);
  await service.close();
});

test.describe('a clock that was a year ahead for a moment', () => {
  const YEAR = 365 * 86_400_000;
  const now = Date.now;
  const ahead = async <T>(work: () => Promise<T>): Promise<T> => {
    Date.now = () => now() + YEAR;
    try {
      return await work();
    } finally {
      Date.now = now;
    }
  };

  for (const [option, other] of [
    ['hourlyLimit', '8.8.8.8'],
    ['hourlyLimitPerVisitor', '2a00:1450::2'],
  ] as const)
    test(`does not make ${option} last for a year`, async ({ start }) => {
      const service = await startUpstream();
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, [option]: 1 });
      const visitor = '2a00:1450::1';
      expect((await ahead(() => ask('', { visitor }))).status).toBe(200);
      expect((await ask('', { visitor: other })).status).toBe(200);
      expect((await ask('', { visitor: other.replace(/.$/, '9') })).status).toBe(429);
      await service.close();
    });

  test('does not cache data, a refusal or a rate limit for a year', async ({ start }) => {
    let status = 200;
    const service = await startUpstream((question, res) => {
      res.statusCode = status;
      return { ip: question.slice(1) };
    });
    for (const [before, after] of [
      [200, 403],
      [403, 200],
      [429, 200],
    ] as const) {
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
      status = before;
      expect((await ahead(() => ask())).status).toBe(before);
      status = after;
      expect((await ask()).status).toBe(after);
    }
    await service.close();
  });
});

for (const header of ['Referer', 'Origin'])
  test(`a page that is not on the web is not same-origin, whatever its host: ${header}`, async ({
    start,
  }) => {
    const { askRaw, site, usage } = await start({ parseUserAgent: false });
    const asked = (scheme: string) =>
      askRaw('/origin/', { 'X-Forwarded-For': VISITOR, [header]: `${scheme}://${new URL(site).host}` });
    for (const scheme of ['evil', 'ftp', 'ws']) expect(statusOf(await asked(scheme)), scheme).toBe(403);
    expect((await usage()).requests).toBe(0);
    expect(statusOf(await asked('http'))).toBe(200);
  });
