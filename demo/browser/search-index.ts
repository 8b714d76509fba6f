import type MiniSearch from 'minisearch';
import type { Options, SearchOptions, SearchResult } from 'minisearch';

/** A part of a page, under one heading. */
export interface PageSection {
  /** Its URL, relative to the site's root: `docs/relay.html#options`. */
  id: string;
  page: string;
  heading: string;
  text: string;
  /** Its code, which is searched, and not shown in results. */
  code: string;
  /** What readers type for it, and the page doesn't say. */
  keywords: string;
  /** 1 for a reference, which comes after other pages that match as well. */
  isReference: number;
}

/** Words that every page has. */
const stopWords = new Set(
  'an and are as at be by can do does for from how in is it my of on or our that the this to what when where which why with you your'.split(
    ' ',
  ),
);

/** The words of a text, in the singular, without single letters and those that every page has. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map((word) => word.replace(/(?<=.{3}[^suio])s$/, ''));

/** How the index is made when the site is built, and read in the browser. */
export const searchOptions: Options<PageSection> = {
  fields: ['heading', 'page', 'keywords', 'text', 'code'],
  storeFields: ['page', 'heading', 'text', 'isReference'],
  tokenize: wordsOf,
  searchOptions: {
    boost: { heading: 4, keywords: 4, page: 2 },
    // A shorter beginning is that of too many words.
    prefix: (word) => word.length >= 3,
    combineWith: 'AND',
  },
};

/** A page with its results, the best first. */
export interface PageResults {
  page: string;
  results: SearchResult[];
}

/** Whether a section's heading, or the name that readers have for it, has all words. */
export const isInHeading = ({ match, queryTerms }: SearchResult): boolean =>
  queryTerms.every((typed) =>
    Object.entries(match).some(
      ([term, fields]) => term.startsWith(typed) && fields.some((field) => /heading|keywords/.test(field)),
    ),
  );

/** Lower is better: the page of that title, pages with the words in their title, then in a heading, then in the text. */
function tierOf(result: SearchResult, typed: string): number {
  const isPage = !String(result.id).includes('#');
  if (isPage && wordsOf(String(result['page'])).join() === wordsOf(typed).join()) return 0;
  if (isInHeading(result)) return isPage ? 1 : 2;
  return 3;
}

/** The pages with these words; if there are none, with some of them; then with words nearly like them. */
export function searchPages(index: MiniSearch<PageSection>, typed: string): PageResults[] {
  if (wordsOf(typed).length === 0) return [];
  // Many short words are like each other.
  const fuzziness = (word: string) => word.length > 4 && 0.25;
  const attempts: SearchOptions[] = [{}, { combineWith: 'OR' }, { combineWith: 'OR', fuzzy: fuzziness }];
  for (const options of attempts) {
    const found = groupByPage(index.search(typed, options), typed);
    if (found.length > 0) return found;
  }
  return [];
}

/** Results by page, the best page first: by where the words are, then guides before references, then by score. */
function groupByPage(results: readonly SearchResult[], typed: string): PageResults[] {
  const ranked = results
    // A section that has the words in its page's title alone is left out.
    .filter(
      ({ id, match }) =>
        !String(id).includes('#') ||
        Object.values(match)
          .flat()
          .some((field) => field !== 'page'),
    )
    .map((result) => ({ result, tier: tierOf(result, typed) }))
    .sort(
      (one, other) =>
        one.tier - other.tier ||
        Number(one.result['isReference']) - Number(other.result['isReference']) ||
        other.result.score - one.result.score,
    );
  const groups = new Map<string, PageResults>();
  for (const { result } of ranked) {
    const [path = ''] = String(result.id).split('#');
    const group = groups.get(path) ?? { page: String(result['page']), results: [] };
    group.results.push(result);
    groups.set(path, group);
  }
  return [...groups.values()];
}
