import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OriginLookup } from '../../../src/lookup/index.js';

/** Responses of the service. Without one, the network fails. */
const responses = {
  ok: { code: undefined, status: 200, body: '{"ip":"192.0.2.1"}' },
  'a refused key': { code: 'unauthorized', status: 401 },
  'no credits': { code: 'out-of-credits', status: 402 },
  'not found': { code: 'bad-request', status: 404 },
  'no object': { code: 'invalid-response', status: 200, body: '[]' },
  'too many': { code: 'rate-limited', status: 429 },
  'too many for 30 s': { code: 'rate-limited', status: 429, wait: 30 },
  'a failure': { code: 'service', status: 500 },
  'a failure for 45 s': { code: 'service', status: 503, wait: 45 },
  offline: { code: 'network', status: 0 },
} as const;
type ResponseName = keyof typeof responses;

/** When a lookup may be asked for again, in the words of docs/caching.md: the time is in seconds. */
class Expected {
  data: number | undefined;
  failure: { code: string; since: number; wait: number; waits: number; timeout: number } | undefined;
  readonly #maxAge: number;

  constructor(maxAge: number) {
    this.#maxAge = maxAge;
  }

  isFresh(now: number): boolean {
    return this.data !== undefined && !this.failure && (!this.#maxAge || now - this.data < this.#maxAge);
  }

  mayAsk(now: number, timeout: number, refresh: boolean): boolean {
    const { failure } = this;
    if (!failure || now - failure.since >= failure.wait) return refresh || !this.isFresh(now);
    return failure.code !== 'rate-limited' && (refresh || failure.timeout !== timeout);
  }

  receive(name: ResponseName, now: number, timeout: number, refresh: boolean): void {
    const { code, wait = 0 } = { wait: 0, ...responses[name] };
    const last = this.failure;
    if (!code) {
      this.data = now;
      this.failure = undefined;
      return;
    }
    const isTemporary = code === 'service' || code === 'network';
    const before = last?.waits ?? 0;
    const waits = before + Number(isTemporary && !(refresh && before));
    const waitsOf: Record<string, number> = {
      'rate-limited': wait || 60,
      'bad-request': 300,
      'invalid-response': 300,
      service: Math.max(Math.min(10 * 2 ** (waits - 1), 300), wait),
      network: Math.min(10 * 2 ** (waits - 1), 300),
    };
    const own = waitsOf[code] ?? Number.POSITIVE_INFINITY;
    const left = last ? last.since + last.wait - now : 0;
    const isKept = refresh && left > 0 && code !== 'rate-limited';
    this.failure = { code, since: now, wait: isKept ? Math.min(own, left) : own, waits, timeout };
  }
}

const steps = fc.record({
  happening: fc.constantFrom('ask', 'ask', 'ask', 'refresh', 'subscribe', 'leave', 'wait', 'wait', 'wait'),
  response: fc.oneof(
    // Long rows of one kind, whose waits grow.
    { weight: 3, arbitrary: fc.constantFrom<ResponseName>('a failure', 'offline') },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(responses) as ResponseName[])) },
  ),
  timeout: fc.constantFrom(5000, 5000, 4000),
  seconds: fc.constantFrom(1, 5, 9, 11, 19, 25, 41, 59, 61, 99, 101, 161, 299, 301, 1801),
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('whatever the responses, their order and the time between, a lookup is made again when the documents say so', async () => {
  let pages = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 100, 1800),
      fc.array(steps, { minLength: 4, maxLength: 40, size: 'max' }),
      async (maxAge, order) => {
        const baseUrl = `https://${pages++}.example/`;
        const expected = new Expected(maxAge);
        const stops: (() => void)[] = [];
        let requests = 0;
        let next: ResponseName = 'ok';
        vi.stubGlobal('fetch', async () => {
          requests++;
          const { status, body = '{}', wait } = { body: '{}', wait: undefined, ...responses[next] };
          if (!status) throw new TypeError();
          return new Response(body, { status, headers: wait ? { 'retry-after': `${wait}` } : {} });
        });
        for (const { happening, response, timeout, seconds } of order) {
          const lookup = new OriginLookup({ baseUrl, auth: 'none', retries: 0, maxAge, timeout });
          next = response;
          const before = requests;
          const refresh = happening === 'refresh';
          const isReader = /ask|refresh|subscribe/.test(happening);
          const now = Date.now() / 1000;
          const mayAsk = isReader && expected.mayAsk(now, timeout, refresh);
          if (mayAsk) expected.receive(response, now, timeout, refresh);
          if (happening === 'subscribe') stops.push(lookup.subscribe('ip', () => undefined));
          else if (happening === 'leave') stops.pop()?.();
          else if (happening === 'wait') await vi.advanceTimersByTimeAsync(seconds * 1000);
          else expect(await lookup.ip({ refresh }).catch(({ code }) => code)).toEqual(codeOrData(expected));
          await vi.advanceTimersByTimeAsync(0);
          expect(requests - before).toBe(Number(mayAsk));
          const { data, error, pending, stale } = lookup.snapshot('ip');
          expect([Boolean(data), error?.code, pending, stale]).toEqual([
            expected.data !== undefined,
            expected.failure?.code,
            false,
            expected.data !== undefined && !expected.isFresh(Date.now() / 1000),
          ]);
        }
        for (const stop of stops) stop();
      },
    ),
    { numRuns: 300 },
  );
});

const codeOrData = ({ failure }: Expected) => failure?.code ?? { ip: '192.0.2.1' };
