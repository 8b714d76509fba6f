/** Post-processing of a page's content: anchors, the list of contents, and tables. */
import GithubSlugger from 'github-slugger';
import { withTables } from './tables.js';
import { textOfMarkup } from './text-of-markup.js';

/** A page with fewer headings has no list of contents. */
const MIN_HEADINGS = 4;
/** With `popover`, a phone shows the list when its button is pressed. */
const place = /<page-contents( popover)?><\/page-contents>/;

/** The content with an anchor for each heading, its list of contents if it has one, and labelled table cells. */
export function withOutline(body: string): string {
  const named = withTables(withWholeCode(withNames(body)));
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

/** Longer code is too wide for a cell of a table. */
const MAX_WHOLE = 25;
const lengthOf = (markup: string) => markup.replaceAll(/&\w+;/g, '_').length;

/**
 * Keeps a short command or name, such as `npm start` or `visitor-info`, on one line. Longer code breaks at its spaces and
 * after `/` and `_`, never at a hyphen.
 */
const withWholeCode = (body: string): string =>
  body.replaceAll(/(?<!<pre\b[^>]*>)<code>([^<\n]*)<\/code>/g, (code, text: string) => {
    const whole = 'class="whole"';
    if (lengthOf(text) <= MAX_WHOLE) return /[- ]/.test(text) ? `<code ${whole}>${text}</code>` : code;
    const pieces = text.split(/(?<=[/_ ])(?=\w)|(?= )/).map((piece) => {
      const isWhole = piece.includes('-') && lengthOf(piece) <= MAX_WHOLE;
      return `${isWhole ? `<span ${whole}>${piece}</span>` : piece}${/[/_]$/.test(piece) ? '<wbr>' : ''}`;
    });
    return `<code>${pieces.join('')}</code>`;
  });

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
