import MiniSearch from 'minisearch';
import { type PageSection, searchOptions } from '../browser/search-index.js';
import type { Page } from './layout.js';
import { withOutline } from './outline.js';
import { textOfMarkup } from './text-of-markup.js';

/** The maximum length of a section's text in the index, in characters. No section is longer today. */
const MAX_LENGTH = 5000;

/** A block of code with its bar. */
const code = /<div class="code"[\s\S]*?<\/pre><\/div>/g;

/** The index of all pages, which the browser fetches for the first search. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<PageSection>(searchOptions);
  index.addAll(pages.filter(({ bare }) => !bare).flatMap(partsOf));
  return JSON.stringify(index);
}

/** A page's sections: the introduction, and one for each heading with an anchor. */
function partsOf({ path, title, description, body }: Page): PageSection[] {
  const [, ...sections] = withOutline(body).split(/(?=<h[23] id="[^"]*"[^>]*>)/);
  const parts = sections.flatMap((section): PageSection[] => {
    const [, id = '', heading = '', text = ''] =
      /^<h[23] id="([^"]*)"[^>]*>([\s\S]*?)<\/h[23]>([\s\S]*)$/.exec(section) ?? [];
    // Links to other pages, and the code of a recipe, which the document "Recipes" has too.
    if (id === 'next' || id === 'source') return [];
    return [
      {
        id: `${path}#${id}`,
        page: title,
        heading: textOfMarkup(heading),
        text: textOfMarkup(text.replaceAll(code, ' ')).slice(0, MAX_LENGTH),
        code: textOfMarkup([...text.matchAll(code)].join(' ')).slice(0, MAX_LENGTH),
      },
    ];
  });
  return [{ id: path, page: title, heading: title, text: description, code: '' }, ...parts];
}
