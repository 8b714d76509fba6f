import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { demoKeys } from '../../demo/service/keys.js';
import { OriginLookup } from '../../src/lookup/index.js';
import { type Running, startService } from '../support/service.js';
import { test as base } from './fixtures.js';

const awkward = 'k3y/with+odd=chars%20&"\\<>\'';

const test = base.extend<{ service: Running }>({
  service: async ({ closing }, use) =>
    use(await closing(startService({ keys: { ...demoKeys, [awkward]: { credits: 100 } } }))),
});
const { expect } = test;

/** The error of a lookup that must fail. */
const failure = (lookup: Promise<unknown>) =>
  lookup.then(
    () => ({ code: 'no failure', message: '' }),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  );

for (const storage of ['session', 'local', 'none'] as const)
  test(`in Node lookups work and are shared, though there is no ${storage} storage`, async ({ service }) => {
    const lookup = new OriginLookup({ baseUrl: `${service.base}/visit/node/`, apiKey: 'demo-open', storage });
    const [ip, again, asn, userAgent] = await Promise.all([
      lookup.ip(),
      lookup.ip(),
      lookup.asn(),
      lookup.userAgent({ ua: 'curl/8.0' }),
    ]);
    expect(ip.ip).toBe('81.2.69.142');
    expect(again).toBe(ip);
    expect(asn.asn).toBe(ip.connection?.asn);
    expect(userAgent.header).toBe('curl/8.0');
    expect(await (await fetch(`${service.base}/usage/node`)).json()).toMatchObject({ requests: 3 });
  });

for (const [fault, code] of [
  ['status-403', 'unauthorized'],
  ['status-500', 'service'],
  ['html', 'invalid-response'],
  ['drop', 'network'],
  ['drop-body', 'network'],
  ['slow-60000', 'timeout'],
] as const)
  test(`in Node ${fault} is ${code}`, async ({ service }) => {
    const baseUrl = `${service.base}/fault/${fault}/`;
    const timeout = code === 'timeout' ? 100 : 60_000;
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open', retries: 0, timeout });
    expect(await failure(lookup.ip())).toMatchObject({ code });
  });

test('in Node a refused connection is a network failure that names the URL', async ({ service }) => {
  await service.close();
  const lookup = new OriginLookup({ baseUrl: service.base, apiKey: 'demo-open', retries: 0 });
  const { code, message } = await failure(lookup.ip());
  expect(code).toBe('network');
  expect(message).toContain(service.base);
  expect(message).not.toMatch(/undefined|demo-open/);
});

test('in Node a URL cannot be relative', async () => {
  const { code, message } = await failure(new OriginLookup({ baseUrl: '/api/', apiKey: 'demo-open' }).ip());
  expect(code).toBe('misconfigured');
  expect(message).toContain('baseUrl');
});

/** Runs a script that can import the built lookup module as `lookup`. */
async function script(code: string): Promise<{ said: string; exit: unknown }> {
  const lookup = new URL('../../dist/lookup/index.js', import.meta.url).href;
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import * as lookup from '${lookup}';${code}`,
  ]);
  const exited = once(child, 'exit');
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  return { said, exit: (await exited)[0] };
}

test('a script that looked up ends by itself', async ({ service }) => {
  const outcome = await script(`
    const { ip } = await new lookup.OriginLookup({ baseUrl: '${service.base}', apiKey: 'demo-open', storage: 'local', timeout: 600_000 }).ip();
    console.log(ip);`);
  expect(outcome).toEqual({ said: '81.2.69.142\n', exit: 0 });
});

test('a listener that throws stops no other', async ({ service }) => {
  const { said } = await script(`
    process.on('uncaughtException', ({ message }) => console.log(message));
    const origin = new lookup.OriginLookup({ baseUrl: '${service.base}', apiKey: 'demo-open' });
    origin.subscribe('ip', ({ data }) => { if (data) throw new Error('a listener threw'); });
    origin.subscribe('ip', ({ data }) => { if (data) console.log(data.ip); });
    await origin.ip();`);
  expect(said).toContain('a listener threw');
  expect(said).toContain('81.2.69.142');
});

test('in Node milliseconds may have a fraction', async ({ service }) => {
  const lookup = new OriginLookup({ baseUrl: service.base, apiKey: 'demo-open', timeout: 4999.5 });
  expect((await lookup.ip()).ip).toBe('81.2.69.142');
});

test('in Node settings for pages are harmless', async ({ service }) => {
  const paged = new OriginLookup({
    baseUrl: `${service.base}/`,
    apiKey: 'demo-open',
    guess: 'time-zone',
    flagsUrl: (code) => `/${code}.svg`,
  });
  expect((await paged.ip()).ip).toBe('81.2.69.142');
});

test('in Node the whole library can be configured to guess', async ({ service }) => {
  const program = `
    const { configure, origin, override } = await import(${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)});
    configure({ baseUrl: ${JSON.stringify(`${service.base}/fault/status-500/`)}, apiKey: 'demo-open', guess: 'time-zone', retries: 0 });
    origin.subscribe('ip', () => undefined)();
    override({ location: { country: { code: 'JP' } } });
    console.log(origin.snapshot('ip').data.location.country.code, (await origin.ip().catch((error) => error)).code);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).toBe('');
  expect(said).toBe('JP service\n');
});
