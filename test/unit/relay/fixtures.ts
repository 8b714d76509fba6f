import { test as base, expect } from 'vitest';
import { type RelayUnderTest, startRelay } from '../../support/relay.js';

/** Advances the clock for cached results, pauses and hourly limits. The clock starts at the real time. */
export type Later = (milliseconds: number) => void;

/**
 * Relays that a test starts end with the test. A test removes expected console output from `printed`, and the rest must
 * be empty.
 */
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
