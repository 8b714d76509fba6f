import { test as base, expect, vi } from 'vitest';
import { startRelay, startUpstream } from '../../support/relay.js';
import { serveListener } from '../../support/service.js';

/**
 * Sets the clock of cached results, pauses and hourly limits to so many milliseconds after the test's start. It stands
 * still in a test that uses this.
 */
export type Later = (milliseconds: number) => void;

/** Lets milliseconds pass for timers and `performance.now()`, which stand still in a test that uses this. */
export type Pass = (milliseconds: number) => Promise<void>;

interface Fixtures {
  /** Starts a relay in front of a development service. */
  start: typeof startRelay;
  /** Starts a fake lookup service. */
  upstream: typeof startUpstream;
  /** Serves a listener of `node:http`. */
  serve: typeof serveListener;
  later: Later;
  pass: Pass;
  /** What was printed with `console.error`. A test removes what it expects; the rest must be empty. */
  printed: string[];
}

/** What a test starts ends with the test, even if the test fails. */
export const test = base.extend<Fixtures>({
  printed: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
    async ({}, use) => {
      const printed: string[] = [];
      const { error } = console;
      console.error = (text: string) => void printed.push(text);
      await use(printed);
      console.error = error;
      // What the relay's operator must change is tested in calm.test.ts.
      expect(printed.filter((text) => !text.includes('The lookup service refused the relay'))).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
  later: async ({}, use) => {
    const { now } = Date;
    const start = now();
    const later: Later = (milliseconds) => {
      Date.now = () => start + milliseconds;
    };
    later(0);
    await use(later);
    Date.now = now;
  },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
  pass: async ({}, use) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    // A wait ends a moment after its time.
    await use(async (milliseconds) => void (await vi.advanceTimersByTimeAsync(milliseconds + 20)));
    vi.useRealTimers();
  },
  start: closing(startRelay),
  upstream: closing(startUpstream),
  serve: closing(serveListener),
});

/** A fixture that starts servers, and closes them when the test ends. */
function closing<Options extends unknown[], Server extends { close(): Promise<void> }>(
  start: (...options: Options) => Promise<Server>,
) {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
  return async ({}, use: (start: (...options: Options) => Promise<Server>) => Promise<void>) => {
    const started: Server[] = [];
    await use(async (...options) => {
      const server = await start(...options);
      started.push(server);
      return server;
    });
    await Promise.all(started.map((server) => server.close()));
  };
}
