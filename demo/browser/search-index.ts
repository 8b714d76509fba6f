import type { Options, Query, SearchResult } from 'minisearch';

/** A part of a page, under one heading. */
export interface PageSection {
  /** Its URL, relative to the site's root: `docs/relay.html#options`. */
  id: string;
  page: string;
  heading: string;
  text: string;
  /** Its code, which is searched, and not shown in results. */
  code: string;
}

/** How the index is made when the site is built, and read in the browser. A page whose title matches comes first. */
export const searchOptions: Options<PageSection> = {
  fields: ['heading', 'page', 'text', 'code'],
  storeFields: ['page', 'heading', 'text'],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    boostDocument: (id, term, stored) => {
      const isInTitle = ` ${stored?.page}`.toLowerCase().includes(` ${term}`);
      return isInTitle && !String(id).includes('#') ? 8 : 1;
    },
    prefix: true,
  },
};

/** A page with its results, the best first. */
export interface PageResults {
  page: string;
  results: SearchResult[];
}

/**
 * Results by page, the best page first. Sections whose heading has all words come before those that have them in their
 * text. A section that has them in its page's title alone is left out.
 */
export function groupByPage(results: readonly SearchResult[]): PageResults[] {
  const groups = new Map<string, PageResults>();
  const found = results.filter(
    ({ id, match }) =>
      !String(id).includes('#') ||
      Object.values(match)
        .flat()
        .some((field) => field !== 'page'),
  );
  for (const result of found.toSorted(
    (one, other) => Number(isInHeading(other)) - Number(isInHeading(one)),
  )) {
    const [path = ''] = String(result.id).split('#');
    const group = groups.get(path) ?? { page: result.page as string, results: [] };
    group.results.push(result);
    groups.set(path, group);
  }
  return [...groups.values()];
}

/** Whether a section's heading has all words. */
export const isInHeading = ({ match, queryTerms }: SearchResult) =>
  queryTerms.every((typed) =>
    Object.entries(match).some(([term, fields]) => term.startsWith(typed) && fields.includes('heading')),
  );

/** What readers type, and what the pages call it. */
const synonyms: [typed: RegExp, ours: string][] = [
  [/\b((remove|delete|clear|without|no) (the |my |any )?(data|storage|cookie|tracking))\b/, 'stored'],
  [/\b(without|no) (an? |the |my )?(api )?key\b/, 'private key'],
  [/\b(without|no) (javascript|js|scripts?)\b/, 'page on your server'],
  [/\b(hide|hiding|remove|without|omit|no)\b( (an?|the|my|one|some)\b)?/, 'hide'],
  [/\b(dark|night) (mode|theme)\b/, 'light dark'],
  [/\b(colou?rs?|css|skin|themes?|branding)\b/, 'theming'],
  [/\b(feature flags?|a\/?b tests?|if|conditional)\b/, 'switch'],
  [/\b(flags?|emoji)\b/, 'flags'],
  [/\b(gdpr|ccpa|gpc|dsgvo|cookie banner|cmp)\b/, 'ask consent'],
  [/\b(i18n|l10n|locales?|languages?|german|french)\b/, 'translate'],
  [/\b(cls|jumps?|flicker|fouc)\b/, 'flash layout shift'],
  [/\b(proxy|backend|hide (the )?key|secret)\b/, 'private key'],
  [/\b(geoip|geolocation|geo|location)\b/, 'country'],
  [/\b(ssr|server[- ]side)\b/, 'server'],
  [/\b(dropdown|picker|combobox)\b/, 'select'],
  [/\b(billing|quota|pricing|costs?)\b/, 'cost'],
  [/\b(a11y|screen readers?|wcag)\b/, 'accessibility'],
  [/\b(mock|fake|debug|devtools?)\b/, 'simulate'],
  [/\b(prices?|money)\b/, 'currency'],
  [/\b(install|setup|quick ?start|begin)\b/, 'start'],
];

/** A query for all of these words, or for the same with a word of ours in place of a reader's. */
export function queryOf(words: string): Query {
  // Every word is searched as a beginning, which finds the plural too.
  const typed = words.toLowerCase().replaceAll(/(?<=\w{4})s\b/g, '');
  const others = synonyms
    .filter(([word]) => word.test(typed))
    .map(([word, ours]) => typed.replace(word, ours));
  return {
    combineWith: 'OR',
    queries: [typed, ...others].map((query) => ({ combineWith: 'AND', queries: [query] })),
  };
}
