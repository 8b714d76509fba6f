import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.js';

test('on a server without the types of the DOM, those of the relay compile, and wrong options don’t', {
  timeout: 120_000,
}, async () => {
  const place = new URL('../../../test-results/relay-types/', import.meta.url); // In a folder below the package, which can import the package by name.
  await mkdir(place, { recursive: true });
  await writeFile(
    new URL('use.ts', place),
    `import { createServer } from 'node:http2';
import { createRelay, type RelayEvent } from 'visitor-elements/relay.js';
import { relayListener } from 'visitor-elements/relay-node.js';
const options = { baseUrl: 'https://lookup.example/', apiKey: 'key', onEvent: ({ outcome }: RelayEvent) => outcome };
relayListener({ ...options, store: new Map<string, string>(), rateLimiter: (visitor) => visitor !== 'unknown' });
export const relay = createRelay({ ...options, clientIp: ({ headers }) => headers.get('x-address') });
const source = { ip: (address: string | null) => ({ ip: address }), network: (asn: number) => ({ asn }) };
export const data = createRelay({ source }).lookup(new Request('https://site.example/')).then((known) => known?.location?.city);
export const listener = relayListener({ ...options, fallbackSource: source, clientIp: ({ headers }, req) => headers.get('x') ?? req.url });
createServer((req, res) => listener(req, res));
// @ts-expect-error Neither a service nor a source.
createRelay({});
// @ts-expect-error Nor here.
relayListener({ trustProxies: 1 });
// @ts-expect-error A source needs no key.
createRelay({ source, apiKey: 'key' });
// @ts-expect-error Nor does a listener with a source.
relayListener({ source, ...options });
// @ts-expect-error The visitor's IP address is missing.
createRelay(options);
export const refused = ({ outcome }: RelayEvent) =>
  // @ts-expect-error No event has this outcome.
  outcome === 'visitor_limit';
`,
  );
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  };
  await writeFile(new URL('tsconfig.json', place), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  expect(await runCommand(['npx', 'tsc', '-p', fileURLToPath(place)], 100)).toBe(true);
});
