import MiniSearch from 'minisearch';
import { type Part, searchOptions } from '../browser/search-index.js';
import type { Page } from './layout.js';
import { outlined, textIn } from './outline.js';

/** The maximum length of a section's text in the index, in characters. No section is longer today. */
const LONGEST = 5000;

/** The index of all pages, which the browser fetches for the first search. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<Part>(searchOptions);
  index.addAll(pages.filter(({ bare }) => !bare).flatMap(partsOf));
  return JSON.stringify(index);
}

/** A page's sections: the introduction, and one for each heading with an anchor. */
function partsOf({ path, title, description, body }: Page): Part[] {
  const [, ...sections] = outlined(body).split(/(?=<h[23] id="[^"]*"[^>]*>)/);
  const parts = sections.map((section): Part => {
    const [, id = '', heading = '', text = ''] =
      /^<h[23] id="([^"]*)"[^>]*>([\s\S]*?)<\/h[23]>([\s\S]*)$/.exec(section) ?? [];
    return {
      id: `${path}#${id}`,
      page: title,
      heading: textIn(heading),
      text: textIn(text).slice(0, LONGEST),
    };
  });
  return [{ id: path, page: title, heading: title, text: description }, ...parts];
}
