/** Instrumented modules load this first. In a worker it finds out the mutant, and tells the page what is covered. */

import type { Counts } from './in-page.js';

if (!('__stryker__' in globalThis)) {
  const channel = new BroadcastChannel('coverage');
  const counts: Counts = new Proxy<Counts>(
    {},
    {
      set(target, id, times) {
        if (!Object.hasOwn(target, id)) channel.postMessage(id);
        return Reflect.set(target, id, times);
      },
    },
  );
  globalThis.__stryker__ = {
    activeMutant: new URLSearchParams(location.search).get('mutant') ?? undefined,
    mutantCoverage: { static: counts, perTest: {} },
  };
}
