import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createRelay, LookupError } from '../../../src/relay/index.js';
import { relayListener } from '../../../src/relay/node.js';

const good = { baseUrl: 'https://example.com/lookup', apiKey: 'key-1', clientIp: () => '81.2.69.142' };

/** The error of a relay with these options, whose types may be wrong. */
function errorOf(make: (options: never) => unknown, options: Record<string, unknown>): unknown {
  try {
    make({ ...good, ...options } as never);
  } catch (error) {
    return error;
  }
  return undefined;
}

const wrong: Record<string, unknown[]> = {
  clientIp: [null, 'x', {}],
  baseUrl: [
    undefined,
    null,
    1,
    '',
    '/api/',
    'example.com',
    'ftp://example.com/',
    'https://',
    'https://u@example.com/',
    'https://example.com/?a',
    'https://example.com/#a',
  ],
  apiKey: [undefined, null, 1, '', 'a b', 'a\n', 'é'],
  path: [
    null,
    1,
    '',
    'origin/',
    '/a/../b/',
    '/a?b',
    '/a#b',
    '/a b/',
    '/é/',
    '//',
    '//x/',
    'https://example.com/origin/',
  ],
  overrideCookie: [null, 1, '', 'a b', 'a=b', 'a;b', 'é', ['country']],
  allowedOrigins: [
    null,
    '*',
    'https://example.com',
    ['*'],
    ['null'],
    ['https://example.com/'],
    ['https://Example.com'],
    ['https://example.com:443'],
    ['example.com'],
    ['file://'],
    ['app://'],
    ['app://localhost/'],
    ['//localhost'],
    [1],
    [/x/],
    ['https://*.example.com'],
    ['https://*'],
  ],
  allowedHosts: [
    null,
    'example.com',
    [],
    ['*'],
    ['*.example.com'],
    ['example.com:80'],
    ['https://example.com'],
    ['a b'],
    ['::1'],
    // No request for these has the same name in its URL.
    ['1.2.3.999'],
    ['0x7f.1'],
    [''],
    new Array(1),
    [1],
  ],
  maxAge: [null, -1, '1800', Number.NaN, Infinity, 2 ** 31],
  timeout: [null, 0, -1, '5000', Number.NaN, Infinity, 2 ** 31],
  parseUserAgent: [null, 0, 'false'],
  cache: ['default', true, {}, 1, { put() {} }, { match() {} }],
  hourlyLimitPerVisitor: [null, 0, -1, 1.5, '300', Number.NaN, -Infinity],
  hourlyLimit: [null, 0, -1, 1.5, '300', Number.NaN, -Infinity],
  rateLimiter: [null, true, 5, {}],
  store: [null, true, {}, { get() {} }, { set() {} }],
  onEvent: [null, true, {}],
  fetch: [null, 'fetch', {}],
};
for (const [name, values] of Object.entries(wrong))
  test(`a wrong ${name} is refused by name`, () => {
    for (const value of values)
      for (const make of [createRelay, relayListener]) {
        const error = errorOf(make, { [name]: value });
        expect(error, String(value)).toBeInstanceOf(LookupError);
        expect(error).toMatchObject({ code: 'misconfigured' });
        expect((error as Error).message).toMatch(new RegExp(`option "${name}" is .*\\. Use .`));
      }
  });

/** What a message must say about each option. */
const allowed = {
  baseUrl: 'http or https',
  apiKey: 'printable ASCII',
  path: 'such as /origin/',
  allowedHosts: 'such as www.example.com',
  allowedOrigins: 'such as https://www.example.com',
  maxAge: 'a number of seconds from 0 to',
  timeout: 'a number of milliseconds from 1 to',
  parseUserAgent: 'true or false',
  hourlyLimitPerVisitor: 'a whole number from 1, or Infinity',
  hourlyLimit: 'a whole number from 1, or Infinity',
  rateLimiter: 'a function that returns true, false or seconds',
  store: 'with get and set',
  cache: 'a web-standard Cache',
  source: 'with a function ip',
  onEvent: 'a function that accepts an event',
  fetch: 'a function that returns what fetch returns',
  clientIp: "a function that returns the visitor's IP address",
  trustProxies: 'a whole number from 0 to 100',
};
for (const [name, text] of Object.entries(allowed))
  test(`the message about a wrong ${name} says what is allowed: ${text}`, () => {
    const given = name === 'source' ? { baseUrl: undefined, apiKey: undefined } : {};
    const error = errorOf(relayListener, { ...given, [name]: Symbol('wrong') });
    expect(error).toMatchObject({ message: expect.stringContaining(text) });
    if (name !== 'trustProxies')
      expect(errorOf(createRelay, { ...given, [name]: Symbol('wrong') })).toEqual(error);
  });

test('allowed values are accepted', () => {
  const right = {
    allowedHosts: [['my-site.example.com'], ['[::1]', '127.0.0.1', 'LOCALHOST']],
    allowedOrigins: [
      [],
      ['https://example.com', 'http://[::1]:8080', 'http://my_host'],
      ['capacitor://localhost', 'tauri://localhost', 'chrome-extension://abcdef'],
    ],
    hourlyLimitPerVisitor: [1, 300, Infinity],
    hourlyLimit: [1, Infinity],
    store: [{ get() {}, set() {} }],
    cache: [{ match() {}, put() {} }],
    rateLimiter: [() => true],
    onEvent: [() => {}],
  };
  for (const [name, values] of Object.entries(right))
    for (const value of values)
      for (const make of [createRelay, relayListener])
        expect(errorOf(make, { [name]: value }), name).toBeUndefined();
});

test.describe('a misspelt option is refused', () => {
  for (const make of [createRelay, relayListener])
    test(`by ${make.name}, with its name and the options that exist, not its value`, () => {
      for (const value of ['secret-value', undefined, 0]) {
        const error = errorOf(make, { perVisiter: value });
        expect(error).toMatchObject({ code: 'misconfigured' });
        const { message } = error as Error;
        expect(message).toContain('perVisiter');
        for (const name of ['hourlyLimitPerVisitor', 'baseUrl', 'clientIp', 'onEvent'])
          expect(message).toContain(name);
        expect(message).not.toContain('secret-value');
      }
    });

  test('options of the listener are unknown to the other relay', () => {
    expect(errorOf(createRelay, { trustProxies: 1 })).toMatchObject({
      message: expect.stringContaining('trustProxies'),
    });
    expect(errorOf(relayListener, { trustProxies: 1 })).toBeUndefined();
  });

  test('no options at all', () => {
    for (const make of [createRelay, relayListener])
      for (const options of [undefined, null, 'x', []])
        expect(() => (make as (options: never) => unknown)(options as never)).toThrow(
          'The relay has no options. Use an object such as { baseUrl, apiKey }.',
        );
  });

  test('a very long name or value is not repeated in full', () => {
    const long = 'x'.repeat(10_000);
    const [name, text, list] = [{ [long]: 1 }, { path: long }, { allowedOrigins: [long] }].map((options) => {
      const { message } = errorOf(createRelay, options) as Error;
      expect(message.length).toBeLessThan(500);
      return message;
    });
    expect(name).toContain('Use one of baseUrl, apiKey, path, ');
    expect(text).toContain(`is the text '${'x'.repeat(200)}'. Use the path`);
    expect(list).toContain(`is ["${'x'.repeat(198)}. Use an array`);
  });
});

test('an empty source beside a service is the wrong option, not the service', () => {
  for (const source of [null, false, ''])
    expect(errorOf(createRelay, { source })).toMatchObject({
      code: 'misconfigured',
      message: expect.stringMatching(/option "source" is .*function ip/),
    });
});

test('no value that may contain a secret is printed', () => {
  const secret = 'my-secret';
  for (const name of ['store', 'cache', 'apiKey', 'baseUrl', 'source', 'anything'])
    for (const value of [secret.replace('-', ' '), { secret, get: secret }, [secret]])
      for (const make of [createRelay, relayListener]) {
        const error = errorOf(make, { [name]: value });
        expect(error, name).toBeInstanceOf(LookupError);
        expect((error as Error).message).toContain(name);
        expect((error as Error).message).not.toMatch(/my.secret/);
      }
});

test('a value that cannot be printed is described', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  for (const value of [cyclic, 1n, Symbol('x'), [cyclic], [1n], Object.create(null)])
    expect(errorOf(createRelay, { maxAge: value })).toMatchObject({
      message: expect.stringContaining('option "maxAge" is '),
    });
});

test('cache and store together are refused', () => {
  const both = { cache: { match() {}, put() {} }, store: { get() {}, set() {} } };
  expect(errorOf(createRelay, both)).toMatchObject({
    code: 'misconfigured',
    message: expect.stringContaining('cache'),
  });
});

test('the web-standard relay requires clientIp, the listener doesn’t', () => {
  expect(errorOf(createRelay, { clientIp: undefined })).toMatchObject({
    message: expect.stringContaining('"clientIp" is missing'),
  });
  expect(errorOf(relayListener, { clientIp: undefined })).toBeUndefined();
});

test('a wrong trustProxies is refused by name', () => {
  for (const value of [null, -1, 0.5, 101, '1', true, Number.NaN])
    expect(errorOf(relayListener, { trustProxies: value }), String(value)).toMatchObject({
      message: expect.stringContaining('option "trustProxies"'),
    });
});

test('the message has the value', () => {
  expect(errorOf(createRelay, { maxAge: '1800' })).toMatchObject({
    message: `The relay's option "maxAge" is the text '1800'. Use a number of seconds from 0 to 2147483647. See visitor-elements/docs/relay.md#options.`,
  });
  expect(errorOf(createRelay, { allowedOrigins: ['*'] })).toMatchObject({
    message: expect.stringContaining('"allowedOrigins" is ["*"]. Use'),
  });
  expect(errorOf(createRelay, { maxAge: null })).toMatchObject({
    message: expect.stringContaining('"maxAge" is null. Use'),
  });
});

test('the defaults are those that are documented', () => {
  for (const name of 'path allowedHosts allowedOrigins maxAge timeout parseUserAgent hourlyLimitPerVisitor hourlyLimit rateLimiter store cache source onEvent fetch'.split(
    ' ',
  ))
    expect(errorOf(createRelay, { [name]: undefined }), name).toBeUndefined();
});

test.describe('without the package undici', () => {
  let folder: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'relay-'));
    const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
    for (const name of ['relay', 'model'])
      await cp(join(dist, name), join(folder, name), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  });
  test.afterAll(() => rm(folder, { recursive: true }));

  const run = (options: string) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      const module = JSON.stringify(pathToFileURL(join(folder, 'relay/node.js')).href);
      const code = `import { relayListener } from ${module};
        relayListener({ baseUrl: 'https://example.com/', apiKey: 'key-1', ${options} });`;
      const child = execFile(
        process.execPath,
        ['--input-type=module', '--eval', code],
        (error, stdout, stderr) => resolve({ code: error ? child.exitCode : 0, output: stdout + stderr }),
      );
    });

  test('a server stops at its start, and says how to install it', async () => {
    const { code, output } = await run('');
    expect(code).not.toBe(0);
    expect(output).toContain('The package undici is missing. Run "npm install undici@7"');
  });

  test('a server with a fetch of its own starts', async () => {
    expect(await run('fetch')).toEqual({ code: 0, output: '' });
  });
});
