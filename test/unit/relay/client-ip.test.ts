import { expect } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
import { errorOf, VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

const UNPRINTABLE =
  'The relay failed with an error that cannot be printed. Throw instances of Error. See visitor-elements/docs/production.md#monitor-it.';
const thrown: Record<string, [make: () => unknown, printed: string]> = {
  'an object without a text': [() => Object.create(null), UNPRINTABLE],
  'an object whose text throws': [
    () => ({
      toString: () => {
        throw new Error('no');
      },
    }),
    UNPRINTABLE,
  ],
  'an error whose stack throws': [
    () =>
      Object.defineProperty(new Error('x'), 'stack', {
        get: () => {
          throw new Error('no');
        },
      }),
    UNPRINTABLE,
  ],
  'a symbol': [() => Symbol('x'), 'visitor-elements relay: Symbol(x)'],
  nothing: [() => undefined, 'visitor-elements relay: undefined'],
  'what throws when it is looked at': [
    () =>
      new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error('no');
          },
          get: () => {
            throw new Error('no');
          },
        },
      ),
    UNPRINTABLE,
  ],
};
for (const [what, [make, said]] of Object.entries(thrown))
  test(`an option clientIp that throws ${what} is a failure of the relay, not of the server`, async ({
    start,
    printed,
  }) => {
    const { ask } = await start({
      clientIp: () => {
        throw make();
      },
    });
    for (const path of ['', 'AS', 'user_agent']) {
      const answer = await ask(path);
      expect(answer.status).toBe(500);
      expect(await errorOf(answer)).toMatchObject({ code: 'INTERNAL', message: 'The relay failed.' });
      expect(printed.splice(0)).toEqual([said]);
    }
  });

test('an option clientIp that returns a promise gives no IP address, and its rejection is ignored', async ({
  start,
}) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const { ask } = await start({ clientIp: () => Promise.reject(new Error('no')) as never });
  expect(await errorOf(await ask())).toMatchObject({ code: 'INVALID_IP_ADDRESS' });
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('an option clientIp that returns no text gives no IP address', async ({ start }) => {
  for (const told of [Object.create(null), Symbol('x'), 1, true, [VISITOR], Promise.resolve(VISITOR)]) {
    const { ask } = await start({ clientIp: () => told as never });
    expect(await errorOf(await ask())).toMatchObject({
      code: 'INVALID_IP_ADDRESS',
      message: expect.stringContaining(`found '${typeof told}'`),
    });
  }
});

test('without the option trustProxies, a relay behind a proxy learns of an option that it has', async () => {
  const relay = createRelay({ baseUrl: 'https://lookup.example', apiKey: 'KEY', clientIp: () => '10.0.0.1' });
  const { code, resolution } = await errorOf(await relay(new Request('https://site.example/origin/')));
  expect(code).toBe('RESERVED_IP_ADDRESS');
  expect(resolution).toMatch(/Behind a proxy, [^.]*\bclientIp\b/);
});
