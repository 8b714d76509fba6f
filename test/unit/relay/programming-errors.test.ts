/** Mistakes in the code around the relay, which the operator must see. */
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
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
