import { test as base, expect } from 'vitest';
import { type RelayUnderTest, startRelay } from '../../support/relay.js';

/** Sets the clock by which answers age, refusals hold and hours pass; it stands at the real time at first. */
export type Later = (milliseconds: number) => void;

/** Every test may start relays; they end with it. What they print, a test takes out of `printed`: nothing is left. */
export const test = base.extend<{ start: typeof startRelay; later: Later; printed: string[] }>({
  printed: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
    async ({}, use) => {
      const printed: string[] = [];
      const { error } = console;
      console.error = (text: string) => void printed.push(text);
      await use(printed);
      console.error = error;
      expect(printed).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
  later: async ({}, use) => {
    const { now } = Date;
    await use((milliseconds) => {
      Date.now = () => now() + milliseconds;
    });
    Date.now = now;
  },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
  start: async ({}, use) => {
    const started: RelayUnderTest[] = [];
    await use(async (options) => {
      const relay = await startRelay(options);
      started.push(relay);
      return relay;
    });
    await Promise.all(started.map((relay) => relay.close()));
  },
});
