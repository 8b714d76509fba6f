/** Which mutant is active, and what was covered. Instrumented modules load this first. */

/** Mutant → times it was run. */
export type Counts = Record<string, number>;

export interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage: { static: Counts; perTest: Record<string, Counts> };
}

declare global {
  /** Where instrumented modules look, and count. */
  var __stryker__: Switch;
}

/** Workers tell what they cover to the page on this channel. */
export const coverage = new BroadcastChannel('coverage');

/** The parameter of a worker's address that names the mutant. */
export const parameter = 'mutant';

if (!('document' in globalThis)) {
  const counts = new Proxy<Counts>(
    {},
    {
      set(target, id, times) {
        if (!Object.hasOwn(target, id)) coverage.postMessage(id);
        return Reflect.set(target, id, times);
      },
    },
  );
  globalThis.__stryker__ = {
    activeMutant: new URLSearchParams(location.search).get(parameter) ?? undefined,
    mutantCoverage: { static: counts, perTest: {} },
  };
}
