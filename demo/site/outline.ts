/** Post-processing of a page's content: anchors, the list of contents, and tables that are stacked on a phone. */
import GithubSlugger from 'github-slugger';

/** A page with fewer headings has no list of contents. */
const MIN_HEADINGS = 4;
/** With `popover`, a phone shows the list when its button is pressed. */
const place = /<page-contents( popover)?><\/page-contents>/;

/** The text of markup, on one line. */
export const textOfMarkup = (markup: string): string =>
  markup
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>|<button\b[\s\S]*?<\/button>/g, ' ')
    .replaceAll(/<\/(?:p|li|td|th|h\d|dt|dd|pre|div)>|<br \/>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The content with an anchor for each heading, its list of contents if it has one, and labelled table cells. */
export function withOutline(body: string): string {
  const named = withWholeCode(withNames(stackable(body)));
  if (!place.test(named)) return named;
  const headings = [...named.matchAll(/<h2 id="([^"]*)"[^>]*>([\s\S]*?)<\/h2>/g)];
  const links = headings
    .filter(([, id]) => id !== 'next')
    .map(([, id = '', markup = '']) => `<li><a href="#${id}">${linked(markup)}</a></li>`);
  return withLinks(named).replace(place, (_, popover = '') =>
    links.length < MIN_HEADINGS
      ? ''
      : `<div class="contents"><nav id="contents"${popover} aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav></div>`,
  );
}

/** Keeps a short command or attribute, such as `npm start`, on one line. */
const withWholeCode = (body: string): string =>
  body.replaceAll(/(?<!<pre\b[^>]*>)<code>(?=[^<\n]{1,20}<)([^<\n]* )/g, '<code class="whole">$1');

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

/** On a phone, table cells are stacked and each is labelled with its column. For screen readers they stay a table. */
const stackable = (body: string): string =>
  body.replaceAll(/<table\b[\s\S]*?<\/table>/g, (table) => {
    const [head = ''] = /<thead>[\s\S]*?<\/thead>/.exec(table) ?? [];
    const labels = [...head.matchAll(/<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, label = '']) =>
      textOfMarkup(label),
    );
    let column = 0;
    // Markdown needs a head. One without words would be a row with nothing in it.
    const withoutEmptyHead = labels.some(Boolean) ? table : table.replace(head, '');
    return withoutEmptyHead
      .replace('<table', '<table role="table"')
      .replaceAll(/<(thead|tbody|tr|th|td)\b([^>]*)>/g, (_, name: string, attributes: string) => {
        if (name === 'tr') column = 0;
        const isHead = /scope="row"/.test(attributes);
        const role = {
          thead: 'rowgroup',
          tbody: 'rowgroup',
          tr: 'row',
          td: 'cell',
          th: isHead ? 'rowheader' : 'columnheader',
        }[name];
        const label = name === 'td' ? labels[column] : '';
        if (name === 'td' || name === 'th') column++;
        return `<${name} role="${role}"${label ? ` data-label="${label.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"` : ''}${attributes}>`;
      });
  });
