/** Post-processing of a page's content: anchors, the list of contents, and tables. */
import GithubSlugger from 'github-slugger';
import { textOfMarkup } from './text-of-markup.js';

/** A page with fewer headings has no list of contents. */
const MIN_HEADINGS = 3;
const place = '<page-contents></page-contents>';

/** The content with an anchor for each heading, its list of contents if it has one, and labelled table cells. */
export function withOutline(body: string): string {
  const named = withTables(withNames(body));
  if (!named.includes(place)) return named;
  const links = [...named.matchAll(/<h2 id="([^"]*)"[^>]*>([\s\S]*?)<\/h2>/g)]
    .filter(([, id]) => id !== 'next')
    .map(([, id = '', markup = '']) => `<li><a href="#${id}">${linked(markup)}</a></li>`);
  return withLinks(named).replace(place, () =>
    links.length < MIN_HEADINGS
      ? ''
      : `<div class="contents"><nav id="contents" popover aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav></div>`,
  );
}

/** Makes each heading a link to itself, which a reader can copy. */
const withLinks = (body: string): string =>
  body.replaceAll(
    /<h([23]) id="([^"]*)"([^>]*)>((?:(?!<a\b|<\/h)[\s\S])*)<\/h\1>/g,
    '<h$1 id="$2"$3><a class="self" href="#$2">$4</a></h$1>',
  );

/** A heading's content without links, for use inside a link. */
const linked = (markup: string) => markup.replaceAll(/<\/?(?:a|samp|span)\b[^>]*>/g, '').trim();

function withNames(body: string): string {
  const slugger = new GithubSlugger();
  for (const [, id = ''] of body.matchAll(/\sid="([^"]*)"/g)) slugger.slug(id);
  return body.replaceAll(/<h([23])((?:\s[^>]*)?)>([\s\S]*?)<\/h\1>/g, (all, level, attributes, content) =>
    /\sid=/.test(attributes)
      ? all
      : `<h${level} id="${slugger.slug(textOfMarkup(content))}"${attributes}>${content}</h${level}>`,
  );
}

/** Roles that keep a table a table for screen readers when a phone stacks its cells. */
const roles: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  td: 'cell',
};

/** Every table with its cells labelled by their columns, which a phone shows: there the cells of a row are stacked. */
const withTables = (body: string): string =>
  body.replaceAll(/<table\b[\s\S]*?<\/table>/g, (table) => {
    const [head = ''] = /<thead>[\s\S]*?<\/thead>/.exec(table) ?? [];
    const labels = [...head.matchAll(/<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, text = '']) =>
      textOfMarkup(text).replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
    );
    let column = 0;
    // Markdown needs a head. One without words would be an empty row.
    return table
      .replace(labels.some(Boolean) ? '' : head, '')
      .replaceAll(/<(table|thead|tbody|tr|th|td)\b([^>]*)>/g, (_, name: string, attributes: string) => {
        if (name === 'tr') column = 0;
        const role = roles[name] ?? (attributes.includes('scope="row"') ? 'rowheader' : 'columnheader');
        const label = name === 'td' ? labels[column] : '';
        if (name === 'td' || name === 'th') column++;
        return `<${name} role="${role}"${label ? ` data-label="${label}"` : ''}${attributes}>`;
      });
  });
