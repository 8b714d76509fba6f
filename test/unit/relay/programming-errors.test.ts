/** Mistakes in the code around the relay, which the operator must see. */
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
import { firstAvailable } from '../../../src/relay/sources/index.js';
import { relayInProcess, VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

const fallbackSource = { ip: () => ({ location: { country: { code: 'DE' } } }) };
const visitorAt = (i: number) => `81.2.69.${i}`;

describe('programming errors are printed', () => {
  test('of the call for a browser', async ({ printed }) => {
    const visit = relayInProcess({
      // This is no `Response`.
      fetch: async (_, init) => (init?.method === 'POST' ? ({} as Response) : Response.json({})),
    });
    expect((await visit(VISITOR)).status).toBe(200);
    expect(printed.splice(0).join()).toContain('TypeError');
  });

  test('of a call that is late, and of one behind a response', async ({ printed, pass }) => {
    let response: object = new Response('', { status: 503 });
    const fetch = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(response as Response), 200));
    const visit = relayInProcess({ fetch, timeout: 100, parseUserAgent: false });
    response = {};
    const late = visit(VISITOR);
    await pass(300);
    expect((await late).status).toBe(504);
    expect(printed.splice(0).join()).toContain('TypeError');
    response = new Response('', { status: 503 });
    for (const i of [1, 2, 3]) void visit(visitorAt(i));
    await pass(1500);
    response = {};
    expect((await visit(visitorAt(4))).status).toBe(503);
    await pass(300);
    expect(printed.splice(0).join()).toContain('TypeError');
  });

  test('of the service’s call, beside the fallback’s data', async ({ printed }) => {
    const visit = relayInProcess({
      fetch: async () => ({}) as Response,
      fallbackSource,
      parseUserAgent: false,
    });
    expect(await (await visit(VISITOR)).json()).toMatchObject({ location: { country: { code: 'DE' } } });
    expect(printed.splice(0).join()).toContain('TypeError');
  });

  test('of a fetch whose response has another kind of stream', async ({ printed }) => {
    const response = { status: 200, headers: new Headers(), body: Readable.from(['{}']) };
    const visit = relayInProcess({
      fetch: async () => response as object as Response,
      parseUserAgent: false,
    });
    expect((await visit(VISITOR)).status).toBe(500);
    expect(printed.splice(0).join()).toContain('getReader is not a function');
  });

  test('of a source that firstAvailable skips, and events say that it failed or was late', async ({
    printed,
    pass,
  }) => {
    const broken = {
      ip: () => {
        throw new TypeError('no such file');
      },
    };
    const late = { ip: () => new Promise<never>(() => {}) };
    for (const [sources, status] of [
      [[broken, firstAvailable(broken, late), fallbackSource], 200],
      [[broken, firstAvailable(broken, late)], 500],
    ] as const) {
      const faults: unknown[] = [];
      const relay = createRelay({
        source: firstAvailable(...sources),
        timeout: 400,
        onEvent: (event) => event.type === 'fault' && faults.push([event.status, event.from]),
      });
      const response = relay(new Request('https://site.example/origin/'));
      await pass(400);
      expect((await response).status).toBe(status);
      expect(faults).toEqual([500, 500, 504].map((status) => [status, 'source']));
      expect(printed.splice(0).map((text) => text.split('\n')[0])).toEqual(
        Array(2).fill('visitor-elements relay: TypeError: no such file'),
      );
    }
  });

  test('with their cause, such as that of a failed fetch in a source', async ({ printed }) => {
    const source = {
      ip: () => {
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
      },
    };
    const relay = createRelay({ source, clientIp: () => VISITOR });
    expect((await relay(new Request('https://site.example/origin/'))).status).toBe(500);
    expect(printed.splice(0).join()).toMatch(/TypeError: fetch failed\n.*\nError: connect ECONNREFUSED/s);
  });
});
