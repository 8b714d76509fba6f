import MiniSearch from 'minisearch';
import { beforeAll, expect, test } from 'vitest';
import { type PageSection, searchOptions, searchPages, wordsOf } from '../../../demo/browser/search-index.js';
import { pages } from '../../../demo/site/pages.js';
import { keywords, searchIndex } from '../../../demo/site/search.js';

const all = pages({ asset: (name) => name });
let index: MiniSearch<PageSection>;
beforeAll(() => {
  index = MiniSearch.loadJSON<PageSection>(searchIndex(all), searchOptions);
});

const found = (words: string) => searchPages(index, words);
const first = (words: string) => String(found(words)[0]?.results[0]?.id);

test('what readers call a thing finds the page about it first', () => {
  const paths = new Set(all.map(({ path }) => path));
  for (const [path, words] of Object.entries(keywords)) {
    expect(paths.has(path.replace(/#.*/, '')), path).toBe(true);
    for (const word of wordsOf(words))
      expect(
        found(word).some(({ results }) => String(results[0]?.id).startsWith(path)),
        word,
      ).toBe(true);
  }
  for (const [word, path] of [
    ['gdpr', 'docs/privacy.html'],
    ['seo', 'docs/questions.html'],
    ['csp', 'docs/script-tag.html'],
    ['googlebot', 'docs/questions.html'],
    ['hreflang', 'docs/questions.html'],
    ['accuracy', 'docs/questions.html'],
    ['iframe', 'docs/questions.html'],
    ['shopify', 'docs/static-site.html'],
    ['webflow', 'docs/static-site.html'],
    ['squarespace', 'docs/static-site.html'],
    ['hugo', 'docs/static-site.html'],
    ['ghost', 'docs/static-site.html'],
    ['drupal', 'docs/static-site.html'],
    ['localhost', 'docs/edge.html#try-it-on-your-own-machine'],
    ['eu', 'docs/settings.html#country-groups'],
    ['cookiebot', 'docs/integrations.html'],
    ['onetrust', 'docs/integrations.html'],
    ['rails', 'docs/other-services.html'],
    ['django', 'docs/other-services.html'],
    ['laravel', 'docs/other-services.html'],
    ['nuxt', 'docs/frameworks.html'],
    ['accuracy', 'docs/questions.html#accuracy'],
    ['without a key', 'docs/static-site.html'],
    ['dark mode', 'docs/theming.html'],
    ['not working', 'docs/messages.html'],
    ['nothing shows', 'docs/messages.html'],
    ['403', 'docs/messages.html'],
    ['rate limit', 'docs/production.html'],
    ['detect country', 'docs/static-site.html'],
    ['multi currency', 'docs/prices-by-country.html'],
    ['ab test', 'docs/questions.html'],
    ['rtl', 'docs/theming.html'],
    ['ip address', 'elements/visitor-info.html'],
  ] as const)
    expect(first(word), word).toMatch(new RegExp(`^${path}`));
});

test('a page of that title comes first, then guides, then references', () => {
  expect(first('visitor-map')).toBe('elements/visitor-map.html');
  expect(first('relay')).toBe('docs/relay.html');
  expect(first('consent')).toBe('docs/consent.html');
  // Not its page, too, for the list of contents there.
  const places = found('structured data').flatMap(({ results }) => results.map(({ id }) => String(id)));
  expect(places).toContain('docs/prices-by-country.html#mind-search-engines-and-structured-data');
  expect(places).not.toContain('docs/prices-by-country.html');
  // Both have it in their text alone.
  const [guide, reference] = ['docs/server.html', 'docs/relay.html'].map((path) =>
    found('trustProxies').findIndex(({ results }) => String(results[0]?.id).startsWith(path)),
  );
  expect(guide).toBeGreaterThanOrEqual(0);
  expect(guide).toBeLessThan(reference ?? 0);
});

test('little words and single letters find nothing by themselves, and some words are enough', () => {
  expect(found('how to do it')).toEqual([]);
  expect(first('how to hide the flag')).toBe('docs/theming.html#hide-rows-and-parts');
  expect(found('how to hide t')).toEqual(found('hide'));
  expect(found('consent xyzzy').length).toBeGreaterThan(1);
  expect(first('consnet')).toContain('consent');
  // Two of five letters are another word: Redis.
  expect(found('remix')).toEqual([]);
});
