import { OriginLookup } from '../../src/lookup/origin-lookup.js';
import { type Page, setPage, thisPage } from '../../src/lookup/page.js';

/** The class of a page's own lookups: those of the lookup module, or of the root. */
export const lookupsOf = (page: Page, Lookup: typeof OriginLookup = OriginLookup): typeof OriginLookup =>
  new Proxy(Lookup, {
    construct(Class, [settings]) {
      const lookup = onPage(page, () => new Class(settings));
      const call =
        (name: keyof OriginLookup) =>
        (...given: unknown[]) =>
          onPage(page, () => Reflect.apply(lookup[name], lookup, given) as unknown);
      return new Proxy(lookup, { get: (_, name) => call(name as keyof OriginLookup) });
    },
  });

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
