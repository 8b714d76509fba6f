import type { Options } from 'minisearch';

/** A part of a page, under one heading. */
export interface PageSection {
  /** Its URL, relative to the site's root: `docs/relay.html#options`. */
  id: string;
  page: string;
  heading: string;
  text: string;
}

/** How the index is made when the site is built, and read in the browser. */
export const searchOptions: Options<PageSection> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
  searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
