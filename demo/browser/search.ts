/** Searches the site. The index is fetched once, when the search is first opened. */
import MiniSearch, { type SearchResult } from 'minisearch';
import { type PageSection, queryOf, searchOptions } from './search-index.js';

/** How many results are shown, and how much of each. */
const MAX_RESULTS = 12;
const AROUND = 60;

const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

/** Fills the search dialog with results as the reader types. */
export async function startSearch(root: URL): Promise<void> {
  const [input, list, says] = [find<HTMLInputElement>('find-words'), find('find-list'), find('find-says')];
  const suggestions = find('find-start');
  const response = await fetch(new URL('search.json', root));
  const index = await MiniSearch.loadJSONAsync<PageSection>(await response.text(), searchOptions);

  function show(): void {
    const words = input.value.trim();
    const all = index.search(queryOf(words));
    const found = all.length > 0 ? all : index.search(words, { combineWith: 'OR' });
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map((result) => entry(result, root)));
    suggestions.hidden = found.length > 0;
    if (!words) says.textContent = '';
    else if (found.length === 0) says.textContent = `Nothing has “${words}”. Try one of these:`;
    else says.textContent = `${found.length} ${found.length === 1 ? 'result' : 'results'}`;
  }
  input.addEventListener('input', show);
  suggestions.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    input.value = target.textContent ?? '';
    input.focus();
    show();
  });
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

function entry({ id, page, heading, text, terms }: SearchResult, root: URL): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const [name, place, words] = ['b', 'span', 'small'].map((tag) => document.createElement(tag));
  link.href = new URL(id, root).href;
  name?.append(page);
  place?.append(page === heading ? '' : `› ${heading}`);
  words?.append(...marked(text, terms));
  for (const part of [name, place, words]) if (part) link.append(part, ' ');
  item.append(link);
  return item;
}

/** The text around the first match, with all matches marked. */
function marked(text: string, terms: string[]): (string | HTMLElement)[] {
  const pattern = new RegExp(
    `(${terms.map((term) => term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`,
    'iu',
  );
  const at = Math.max(0, text.search(pattern) - AROUND);
  const shown = `${at > 0 ? '… ' : ''}${text.slice(at, at + 3 * AROUND)}`;
  return shown.split(pattern).map((part, index) => {
    if (index % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.append(part);
    return mark;
  });
}
