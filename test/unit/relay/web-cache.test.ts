import { expect, vi } from 'vitest';
import type { ResultCache } from '../../../src/relay/options.js';
import { VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

/** A web-standard `Cache` in this process, which ignores the age of responses. */
class Shared implements ResultCache {
  readonly kept = new Map<string, Response>();

  async match(address: string) {
    return this.kept.get(address)?.clone();
  }

  async put(address: string, answer: Response) {
    this.kept.set(address, answer);
  }

  /** A result is kept after its response is sent. */
  keeps(records: number) {
    return vi.waitFor(() => expect(this.kept.size).toBe(records));
  }
}

test.describe('machines share results through a web-standard Cache', () => {
  test('each result costs one call, can be cached, and expires after maxAge', async ({
    start,
    later,
    upstream,
  }) => {
    const service = await upstream((question) => ({ said: question, connection: { asn: 20712 } }));
    const cache = new Shared();
    const machine = async () => {
      const { ask } = await start({ baseUrl: service.base, cache, maxAge: 1000 });
      return Promise.all(['', 'AS', 'user_agent'].map(async (path) => (await ask(path)).json()));
    };
    const first = await machine();
    expect(service.asked.length).toBe(3);
    await cache.keeps(3);
    expect(await machine()).toEqual(first);
    expect(service.asked.length).toBe(3);
    for (const [address, answer] of cache.kept) {
      expect(URL.canParse(address)).toBe(true);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('cache-control')).toMatch(/^max-age=(1000|9\d\d)$/);
    }
    later(1_001_000);
    expect(await machine()).toEqual(first);
    expect(service.asked.length).toBe(6);
  });

  test('a reformatted record is still read', async ({ start, upstream }) => {
    const service = await upstream();
    const cache = new Shared();
    await (await start({ baseUrl: service.base, cache })).ask();
    await cache.keeps(2);
    for (const [address, answer] of cache.kept)
      cache.kept.set(address, new Response(` ${await answer.clone().text()}\n`, { headers: answer.headers }));
    const other = await start({ baseUrl: service.base, cache });
    expect(await (await other.ask()).json()).toMatchObject({ ip: VISITOR, user_agent: {} });
    expect(service.asked.length).toBe(2);
  });
});

test.describe('a failing Cache has no effect on results', () => {
  const good = { 'x-expires-at': `${Date.now() + 1_000_000}` };
  const answers: Record<string, () => unknown> = {
    'by a throw': () => {
      throw new Error('no');
    },
    'by a rejection': () => Promise.reject(new Error('no')),
    'by silence': () => new Promise(() => {}),
    'with garbage': async () => new Response('garbage', { headers: good }),
    'with nothing': async () => new Response(null, { headers: good }),
    'with a list': async () => new Response('[1]', { headers: good }),
    'with what says no end': async () => new Response('{"ip":"1.1.1.1"}'),
    'with what is over': async () => new Response('{"ip":"1.1.1.1"}', { headers: { 'x-expires-at': '1' } }),
  };
  for (const [how, match] of Object.entries(answers))
    test(how, async ({ start, upstream }) => {
      const service = await upstream();
      const cache = { match, put: match } as ResultCache;
      const { ask } = await start({ baseUrl: service.base, cache, timeout: 10_000 });
      expect(await (await ask()).json()).toMatchObject({ ip: VISITOR });
      expect(service.asked.length).toBe(2);
    });
});
