import { OriginLookup } from '../../src/lookup/origin-lookup.js';
import { type Page, setPage, thisPage } from '../../src/lookup/page.js';

/** The class of a page's own lookups: those of the lookup module, or of the root. */
export const lookupsOf = (page: Page, Lookup: typeof OriginLookup = OriginLookup) =>
  class extends Lookup {
    protected override get page(): Page {
      return page;
    }
  };

/** Runs a task, such as a revoke, on a page in place of this one. */
export function onPage<Result>(page: Page, task: () => Result): Result {
  const before = thisPage();
  setPage(page);
  try {
    return task();
  } finally {
    setPage(before);
  }
}
