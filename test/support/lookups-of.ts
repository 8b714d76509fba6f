import { OriginLookup } from '../../src/lookup/origin-lookup.js';
import type { Page } from '../../src/lookup/page.js';

/** The class of a page's own lookups: those of the lookup module, or of the root. */
export const lookupsOf = (page: Page, Lookup: typeof OriginLookup = OriginLookup) =>
  class extends Lookup {
    protected override get page(): Page {
      return page;
    }
  };
