/** Searches the site. The index is fetched once, when the search is first opened. */
import MiniSearch, { type SearchResult } from 'minisearch';
import {
  isInHeading,
  type PageResults,
  type PageSection,
  searchOptions,
  searchPages,
} from './search-index.js';

/** How many pages are shown, and how many results of each. More words find what is left out. */
const MAX_PAGES = 8;
const MAX_OF_PAGE = 3;
/** The length of an excerpt, and of its part before the first match, in characters. */
const LENGTH = 160;
const BEFORE = 50;

const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

/** Fills the search dialog with results as the reader types. */
export async function startSearch(root: URL): Promise<void> {
  const [input, list, status] = [
    find<HTMLInputElement>('find-words'),
    find('find-list'),
    find('find-status'),
  ];
  const suggestions = find('find-start');
  const response = await fetch(new URL('search.json', root));
  const index = await MiniSearch.loadJSONAsync<PageSection>(await response.text(), searchOptions);

  function show(): void {
    const words = input.value.trim();
    const found = searchPages(index, words);
    list.replaceChildren(...found.slice(0, MAX_PAGES).map((group) => entry(group, root)));
    suggestions.hidden = found.length > 0;
    const places = found.reduce((sum, { results }) => sum + results.length, 0);
    if (!words) status.textContent = '';
    else if (found.length === 0) status.textContent = `Nothing has “${words}”. Try one of these:`;
    else status.textContent = `${count(places, 'place')} on ${count(found.length, 'page')}`;
  }
  input.addEventListener('input', show);
  find('find').addEventListener('keydown', (event) => {
    const links = [...(suggestions.hidden ? list : suggestions).querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Enter' && at < 0 && event.target === input && input.value) links[0]?.click();
    const next = { ArrowDown: links[at + 1], ArrowUp: at > 0 ? links[at - 1] : input }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  show();
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** An element with content. */
function make<Name extends keyof HTMLElementTagNameMap>(name: Name, ...content: (string | Node)[]) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** A page and its first results: if a heading has the words, those with such a heading. */
function entry({ page, results }: PageResults, root: URL): HTMLElement {
  const best = isInHeading(results[0] as SearchResult) ? results.filter(isInHeading) : results;
  const [first, ...others] = best.slice(0, MAX_OF_PAGE).map((result) => linkTo(result, root));
  const places = results.length > 1 ? [make('span', count(results.length, 'place'))] : [];
  const item = make('li', ...(first ? [first] : []), ...others);
  // The name of the page, unless its first result is the page itself.
  if (results[0]?.heading === page) first?.prepend(...places);
  else item.prepend(make('p', ...places, page));
  return item;
}

function linkTo({ id, heading, text, terms }: SearchResult, root: URL): HTMLElement {
  const link = make(
    'a',
    make('b', ...marked(heading, terms)),
    make('small', ...marked(excerpt(text, terms), terms)),
  );
  link.href = new URL(id, root).href;
  return link;
}

/** Words as they were found: whole, or their beginning. */
const patternOf = (terms: string[]) =>
  new RegExp(`((?<![\\p{L}\\p{N}])(?:${terms.join('|') || '$'})s?(?![\\p{L}\\p{N}]))`, 'iu');

/** The text around the first match, cut between words. */
function excerpt(text: string, terms: string[]): string {
  const at = text.search(patternOf(terms));
  const start = at > BEFORE ? text.indexOf(' ', at - BEFORE) + 1 : 0;
  const end = text.length > start + LENGTH ? text.lastIndexOf(' ', start + LENGTH) : text.length;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** The text with all matches marked. */
const marked = (text: string, terms: string[]) =>
  text.split(patternOf(terms)).map((part, index) => (index % 2 === 0 ? part : make('mark', part)));
