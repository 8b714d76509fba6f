/** Hostile requests: no exception leaves the relay, and no response contains markup or the key. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { canonicalAddress, isReserved, visitorAt } from '../../../src/relay/client-ip.js';
import { RelayError } from '../../../src/relay/errors.js';
import { parseFields, pickFields } from '../../../src/relay/http/fields.js';
import { isHost, isWorthLookup } from '../../../src/relay/http/guard.js';
import { createRelay } from '../../../src/relay/index.js';
import { relayListener } from '../../../src/relay/node.js';
import { targetOf } from '../../../src/relay/node-request.js';
import { createRedactor } from '../../../src/relay/reporter.js';
import { serverTiming } from '../../../src/relay/sources/index.js';
import { expectLinear, parameters } from '../../support/properties.js';
import { USER_AGENT, VISITOR } from '../../support/relay.js';
import { type Running, serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

const KEY = 'private/key+%41"\\0123456789=';
const spellings = [
  KEY,
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).toLowerCase(),
  encodeURIComponent(encodeURIComponent(KEY)),
  JSON.stringify(KEY).slice(1, -1),
];
const leaks = (text: string) =>
  [...spellings, JSON.stringify(JSON.stringify(KEY)).slice(3, -3)].filter((spelling) =>
    text.includes(spelling),
  );

const markup = fc.constantFrom('<script>', '"><img src=x onerror=alert(1)>', '</script', '<!--', '&lt;');
const odd = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  markup,
  fc.constantFrom(
    '',
    ' ',
    '\t',
    '\0',
    '__proto__',
    'constructor',
    '%',
    '%00',
    '%E0%A4%A',
    '‮',
    'é',
    'null',
    '*',
  ),
);

interface Message {
  method: string;
  target: string;
  version: string;
  headers: [string, string][];
  body: string;
}

/** Valid values are four times as likely as others, so that many requests reach the data. */
const mostly = (valid: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: odd });
const origins = mostly(
  fc.constantFrom(
    'http://x',
    'http://x',
    'http://x',
    'http://X:80',
    'https://other.example',
    'null',
    'blob:http://x/y',
    'http://[::1',
  ),
);
const headersOfVisitors: Record<string, fc.Arbitrary<string>> = {
  Host: mostly(fc.constantFrom('x', 'x:80', '[::1]:80', 'a:b', '..', '1.1.1.1:99999')),
  'X-Forwarded-For': mostly(
    fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom(VISITOR, '::ffff:8.8.8.8', ',,,')),
  ),
  'User-Agent': mostly(fc.constantFrom(USER_AGENT, 'x'.repeat(2000))),
  Origin: origins,
  Referer: origins,
  'Sec-Fetch-Site': mostly(fc.constantFrom('same-origin', 'same-origin', 'cross-site', 'none')),
  'Sec-Purpose': mostly(fc.constant('prefetch')),
  Cookie: odd,
};
const headerValues: Record<string, fc.Arbitrary<string>> = {
  ...headersOfVisitors,
  'Content-Length': fc.constantFrom('0', '5', '-1', '99', 'x', '5, 5'),
  'Transfer-Encoding': fc.constantFrom('chunked', 'gzip, chunked', 'identity', 'x'),
  Connection: fc.constantFrom('close', 'keep-alive', 'upgrade'),
  Upgrade: fc.constantFrom('h2c', 'websocket'),
  Expect: fc.constantFrom('100-continue', 'x'),
  Range: fc.constant('bytes=0-1'),
};
const header = fc.oneof(
  ...Object.entries(headerValues).map(([name, value]) => fc.tuple(fc.constant(name), value)),
  fc.tuple(odd, odd),
);
const names = fc.constantFrom('ip', 'location', 'country', 'a', '**', '__proto__', 'constructor', 'x');
const fields = fc.oneof(
  odd,
  fc
    .array(fc.oneof(names, fc.constantFrom('.', ',', '[', ']', '-', ' ', '**')), { maxLength: 30 })
    .map((parts) => parts.join('')),
);
const query = fc.oneof(
  odd,
  fields.map((text) => `fields=${text}`),
  fields.map((text) => `fields=${encodeURIComponent(text.toWellFormed?.() ?? '')}`),
  fc.constantFrom('', 'v=1', 'fields=ip', 'fields=-ip', 'ua=x', 'fields=ip&fields=x', 'fields=%'),
);
const target = mostly(
  fc.oneof(
    fc
      .tuple(fc.constantFrom('/origin/', '/origin/AS', '/origin/user_agent', '/origin', '/page'), query)
      .map(([path, text]) => `${path}?${text}`),
    fc.constantFrom('/origin/', '/origin/AS/', '/page', '*', '//', 'http://x/origin/', '/origin/../x'),
  ),
);
const message = fc
  .record<Message>({
    method: fc.oneof(
      fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE', 'CONNECT', 'M-SEARCH'),
      odd,
    ),
    target,
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
      fc.constantFrom('HTTP/1.0', 'HTTP/2.0', ''),
    ),
    headers: fc.array(header, { maxLength: 8 }),
    body: odd,
  })
  .map(({ method, target, version, headers, body }) => {
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return Buffer.from(`${method} ${target} ${version}\r\n${lines}\r\n${body}`);
  });
/** A request that Node's parser accepts. */
const wellFormed = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST'),
    target: target.map((text) => `/${text.replace(/^\//, '').replace(/[^!-~]/g, '%')}`),
    headers: fc
      .subarray(Object.keys(headersOfVisitors), { maxLength: 3 })
      .chain((names) =>
        fc.record(Object.fromEntries(names.map((name) => [name, headersOfVisitors[name] ?? odd]))),
      ),
  })
  .map(({ method, target, headers }) => {
    const lines = Object.entries({ Host: 'x', 'X-Forwarded-For': VISITOR, ...headers })
      .map(([name, value]) => `${name}: ${value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')}\r\n`)
      .join('');
    return Buffer.from(`${method} ${target} HTTP/1.1\r\nConnection: close\r\n${lines}\r\n`, 'latin1');
  });
/** The bytes to send, and whether the server closes the connection after its response. */
const packets = fc.oneof(
  { weight: 6, arbitrary: wellFormed.map((sent) => ({ sent, isWhole: true })) },
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        fc
          .array(fc.oneof(message, wellFormed), { minLength: 1, maxLength: 3 })
          .map((all) => Buffer.concat(all)),
        fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
      )
      .map((sent) => ({ sent, isWhole: false })),
  },
);

/** Responses of a malicious lookup service that knows the key. */
const said = fc.oneof(
  fc.constantFrom(...spellings, `x${KEY}y`, Number('0123456789')),
  fc.jsonValue({ maxDepth: 2 }),
  markup,
);
const service = fc.record({
  status: fc.constantFrom(200, 200, 200, 204, 301, 400, 402, 403, 404, 429, 451, 500, 503),
  body: fc.oneof(
    fc
      .array(
        fc.tuple(fc.oneof(fc.constantFrom('ip', 'connection', 'code', 'message', KEY, `x${KEY}`), odd), said),
      )
      .map((members) => JSON.stringify(Object.fromEntries(members))),
    odd,
    fc.constantFrom(
      `{"connection":{"asn":64500},"x":"${KEY.replaceAll('"', '\\u0022')}"}`,
      '[]',
      'null',
      '{',
    ),
  ),
  retryAfter: fc.oneof(odd, fc.constantFrom('0', '-1', '99999999', 'x')),
});

let answerOfService = () => new Response('{"ip":"81.2.69.142","connection":{"asn":64500}}');
const fetch = async () => answerOfService();
const options = {
  baseUrl: 'https://service.example/',
  apiKey: KEY,
  hourlyLimitPerVisitor: Infinity,
  maxAge: 0,
  fetch,
};

let running: Running;
beforeAll(async () => {
  const relay = relayListener({ ...options, trustProxies: 1, allowedOrigins: ['https://other.example'] });
  running = await serveListener((req, res) =>
    relay(req, res, () => void relay.lookup(req).then((data) => res.end(JSON.stringify(data)))),
  );
});
afterAll(() => running.close());

/** Sends bytes. Resolves to all that is received until the connection ends. */
function send(sent: Uint8Array, isWhole: boolean): Promise<string> {
  const { hostname, port } = new URL(running.base);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => (isWhole ? socket.write(sent) : socket.end(sent)));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

test('any bytes get no failure of the relay, no markup and no key, and the next visitor gets data', async () => {
  let answers = 0;
  const property = fc.asyncProperty(packets, async ({ sent, isWhole }) => {
    const answer = await send(sent, isWhole);
    if (/^HTTP\/1\.1 200 .*"ip"/s.test(answer)) answers += 1;
    expect(leaks(answer)).toEqual([]);
    expect(answer).not.toMatch(/^HTTP\/1\.1 500/m);
    expect(answer).not.toMatch(/^content-type: (?!application\/json)/im);
    const whole = `GET /origin/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${VISITOR}\r\nConnection: close\r\n\r\n`;
    expect(await send(Buffer.from(whole), true)).toMatch(/^HTTP\/1\.1 200 /);
  });
  await fc.assert(property, parameters);
  expect(answers, 'cases that get as far as data').toBeGreaterThan(parameters.numRuns / 20);
});

test('a host that no URL can have is a bad request, also where the server makes a Request of it (Bun, Deno)', async () => {
  const relay = createRelay({ source: { ip: () => ({}) } });
  for (const Host of ['bad host', '']) {
    const request = new Request('https://site.example/', { headers: { Host } });
    Object.defineProperty(request, 'url', { value: `http://${Host}/origin/` });
    expect((await relay(request)).status).toBe(400);
    expect(await relay.lookup(request)).toBeNull();
  }
});

test('a request whose URL cannot be read costs nothing, also where the relay is the whole site', async () => {
  const relay = createRelay({ path: '/', source: { ip: () => ({}) } });
  const request = new Request('https://site.example/');
  Object.defineProperty(request, 'url', { value: '//' });
  expect((await relay(request)).status).toBe(404);
});

test('whatever the lookup service says, responses are JSON without the key', async () => {
  const property = fc.asyncProperty(service, target, async ({ status, body, retryAfter }, path) => {
    const headers = new Headers();
    if (/^[\t\x20-\x7e]*$/.test(retryAfter)) headers.set('Retry-After', retryAfter);
    const hasBody = status !== 204;
    const before = answerOfService;
    answerOfService = () => new Response(hasBody ? body : null, { status, headers });
    try {
      const relay = createRelay({ ...options, clientIp: () => VISITOR });
      for (const place of ['', 'AS', 'user_agent', '?fields=x,-ip', path]) {
        if (!URL.canParse(`https://site.example/origin/${place}`)) continue;
        const request = new Request(`https://site.example/origin/${place}`, {
          headers: { 'User-Agent': USER_AGENT },
        });
        const response = await relay(request);
        const text = await response.text();
        expect(leaks(text + JSON.stringify([...response.headers]))).toEqual([]);
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(typeof JSON.parse(text)).toBe('object');
        expect(response.status === 500 && ![401, 402, 403, 451, 500].includes(status)).toBe(false);
      }
    } finally {
      answerOfService = before;
    }
  });
  await fc.assert(property, parameters);
});

/** Whether a value is part of another. Arrays may lack items. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    const rest = Array.isArray(whole) ? [...whole] : [];
    return part.every((item) => {
      while (rest.length > 0) if (isPartOf(item, rest.shift())) return true;
      return false;
    });
  }
  if (typeof part !== 'object' || part === null) return Object.is(part, whole);
  return Object.keys(part).every(
    (name) =>
      typeof whole === 'object' &&
      whole !== null &&
      Object.hasOwn(whole, name) &&
      isPartOf(
        Object.getOwnPropertyDescriptor(part, name)?.value,
        Object.getOwnPropertyDescriptor(whole, name)?.value,
      ),
  );
}

test('fields either cannot be read, or pick a part of the data and nothing else', () => {
  const inside = fc.dictionary(
    names,
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.dictionary(names, fc.string()))),
  );
  const data = fc
    .dictionary(names, fc.oneof(inside, fc.jsonValue()))
    .map((value) => JSON.parse(JSON.stringify(value)));
  const property = fc.property(fields, data, (text, value) => {
    let selection: ReturnType<typeof parseFields>;
    try {
      selection = parseFields(text);
    } catch (error) {
      expect(error).toBeInstanceOf(RelayError);
      return;
    }
    const before = JSON.stringify(value);
    const picked = pickFields(value, selection);
    expect(isPartOf(picked, value)).toBe(true);
    expect(pickFields(picked, selection)).toEqual(picked);
    expect(JSON.stringify(value)).toBe(before);
    expect(JSON.stringify(Object.prototype)).toBe('{}');
    if (selection && !/-|\*\*/.test(text))
      expect(Object.keys(picked).filter((name) => !text.includes(name))).toEqual([]);
  });
  fc.assert(property, parameters);
});

test('what reads a request takes time in proportion to its length', () => {
  const pieces = fc.oneof(
    odd,
    fc
      .array(fc.constantFrom(...'[],.-*:%/\\ 0?#@"abcoftu25'), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join('')),
  );
  const reads: Record<string, (text: string) => unknown> = {
    parseFields: (text) => {
      try {
        return parseFields(text);
      } catch {
        return undefined;
      }
    },
    canonicalAddress: (text) => {
      const address = canonicalAddress(text);
      return address && [isReserved(address), visitorAt(address)];
    },
    isHost,
    targetOf: (text) => targetOf({ url: text } as never),
    // A visitor may write the headers of a platform that the site hasn't turned on.
    serverTiming: (text) =>
      serverTiming({ location: { country: { code: 'DE' } }, connection: { organization: text } }),
    redact: createRedactor(KEY).text,
    isWorthLookup: (text) => isWorthLookup({ method: 'GET', header: () => text } as never),
  };
  const property = fc.property(pieces, (piece) => {
    for (const read of Object.values(reads)) expectLinear(read, piece);
  });
  fc.assert(property, { ...parameters, examples: [['/,u'], ['222222']] });
});
