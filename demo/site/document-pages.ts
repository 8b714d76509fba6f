import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';
import { documents, documentTree, textOf } from '../../build/documents.js';
import { headingsOf } from '../../build/markdown.js';
import { withIntegrity } from '../../build/published.js';
import type { CodeLanguage } from '../browser/highlight.js';
import { asMarkup, codeBlock, liveExample, scrollBox, tabs } from './code.js';
import { type Page, sign } from './layout.js';

/** The path of each document on the site. The rest of the repository isn't on the site. */
export const placesOfDocuments: ReadonlyMap<string, string> = new Map([
  ...documents.map((name) => [name, placeOf(name)] as const),
  ['SECURITY.md', 'docs/security.html'],
]);

function placeOf(name: string): string {
  if (name === 'README.md') return 'docs/start.html';
  return name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

/** Live content that the site inserts into a document, before one of its headings. */
interface LiveContent {
  before: string;
  markup: string;
  script?: string;
}

const liveContent: Record<string, LiveContent> = {
  'docs/server.md': {
    before: 'next',
    markup: `<h2>See that it works</h2>
<p>This card uses the relay of this site: its URL has no key. Open the network panel of your browser and look. On a static host there is no server, and recorded data replaces it.</p>
${liveExample('<visitor-info base-url="{{root}}origin/visit/relay-page/from/81.2.69.142/" auth="none"></visitor-info>')}`,
  },
  'docs/messages.md': {
    before: 'console-messages',
    markup: `<search class="search" data-needs-js><label class="field">Search the messages<input type="search" id="search" placeholder="Paste a message or a word" autocomplete="off" /></label><p class="aside" id="found" role="status"></p></search>\n`,
    script: 'messages',
  },
};

/** A page for each document, made from the same Markdown that the repository shows. */
export const documentPages = (): Page[] =>
  [...placesOfDocuments].map(([name, path]) => {
    const text = withoutPictures(withIntegrity(textOf(name)));
    const [title] = headingsOf(text);
    const { before, markup, script } = liveContent[name] ?? {};
    return {
      path,
      title: name === 'README.md' ? 'Get started' : (title?.text ?? name),
      markdown: path.replace(/html$/, 'md'),
      description: firstSentence(text),
      ...(script ? { script } : {}),
      side: sideOf(name),
      body: `
      <div class="page prose">
${crumbOf(name)}${rendered(name, text).replace(`<h2 id="${before}">`, (heading) => `${markup}${heading}`)}
      </div>`,
    };
  });

/** The list of all documents, beside each of them. On a phone it opens as a drawer, without a script. */
function sideOf(name: string): string {
  const first = {
    title: 'Overview',
    pages: [
      { title: 'Get started', file: 'README.md' },
      { title: 'All pages', file: 'docs/README.md' },
    ],
  };
  const lists = [first, ...documentTree()].map(
    ({ title, pages }) =>
      `<div><p>${asMarkup(title)}</p><ul>${pages
        .map(({ title, file }) => {
          const current = file === name ? ' aria-current="page"' : '';
          return `<li><a href="${posix.relative('docs', placesOfDocuments.get(file) ?? '')}"${current}>${asMarkup(title)}</a></li>`;
        })
        .join('')}</ul></div>`,
  );
  return `    <aside class="side" aria-label="Documentation">
      <div class="side-bar"><button type="button" class="button" popovertarget="pages">${sign('M2 4h12M2 8h12M2 12h8')}Pages</button><button type="button" class="button" popovertarget="contents">On this page</button></div>
      <nav id="pages" popover aria-label="Pages">${lists.join('')}</nav>
    </aside>
`;
}

/** The part of the documentation that a document belongs to. */
function crumbOf(name: string): string {
  const here = documentTree().find(({ pages }) => pages.some(({ file }) => file === name));
  return here
    ? `        <p class="crumb"><a href="index.html">Documentation</a> › ${asMarkup(here.title)}</p>\n`
    : '';
}

/** A table whose first column has pictures, and a head without words. */
const pictureTable = /^\| (\|.*\n)\|-+(\|.*\n)((?:\| <picture>.*\n)+)/gm;

/** Removes pictures of elements, because the site shows the elements themselves. */
const withoutPictures = (text: string) =>
  text
    .replace(/<!-- contents: [\s\S]*?<!-- end of contents -->/, 'PAGE-CONTENTS')
    .replaceAll(pictureTable, (_, head, line, rows) =>
      [head, line, rows.replaceAll(/^\| <picture>.*?<\/picture> (?=\|)/gm, '')].join(''),
    )
    .replaceAll(/<!-- (end of )?tabs -->/g, (_, end) => (end ? 'END-OF-TABS' : 'TABS'))
    .replaceAll(/<picture>[\s\S]*?<\/picture>\n*|<table>[\s\S]*?<\/table>\n*|^!\[.*\n+/gm, '')
    .replaceAll(/<!--[\s\S]*?-->\n*/g, '');

/** The first sentence of a document or of a section. */
export function firstSentence(text: string): string {
  const tokens = new MarkdownIt().parse(text, {});
  const paragraph = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const words = tokens[paragraph + 1]?.children?.map(({ content, type }) =>
    type === 'softbreak' ? ' ' : content,
  );
  return words?.join('').replace(/(\.|:)(\s.*)?$/s, '.') ?? '';
}

/** The languages of the documents' code: how each is coloured, and its name. */
const languages: Readonly<Record<string, readonly [CodeLanguage, title: string]>> = {
  jsx: ['js', 'JSX'],
  js: ['js', 'JavaScript'],
  ts: ['js', 'TypeScript'],
  typescript: ['js', 'TypeScript'],
  astro: ['html', 'Astro'],
  vue: ['html', 'Vue'],
  svelte: ['html', 'Svelte'],
  html: ['html', 'HTML'],
  css: ['css', 'CSS'],
  sh: ['sh', 'Shell'],
  json: ['json', 'JSON'],
  nginx: ['text', 'nginx'],
  php: ['text', 'PHP'],
  http: ['text', 'HTTP'],
  vcl: ['text', 'VCL'],
};

/** The place of a document's list of contents. Without a list of its own, a document has it below its title. */
const mark = '<p>PAGE-CONTENTS</p>';

/**
 * A document as markup, with copy buttons, scrollable tables, anchors on headings, and links to the site's own pages.
 */
function rendered(name: string, text: string): string {
  const slugger = new GithubSlugger();
  let heading = '';
  const renderer = new MarkdownIt({ html: false });
  const { rules } = renderer.renderer;
  rules.fence = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const [language, title] = languages[info] ?? ['text', 'Text'];
    return codeBlock(content, language, { label: `Code: ${heading}`, title });
  };
  rules.heading_open = (tokens, index) => {
    heading = plain(tokens[index + 1]);
    const { tag = 'h2' } = tokens[index] ?? {};
    return `<${tag} id="${asMarkup(slugger.slug(heading))}">`;
  };
  rules.table_open = () => boxStart(`Table: ${heading}`);
  rules.table_close = () => '</table></div>';
  rules.link_open = (tokens, index) => {
    const url = urlOf(name, String(tokens[index]?.attrGet('href') ?? ''));
    return url ? `<a href="${asMarkup(url)}">` : '<span>';
  };
  rules.link_close = (tokens, index) => {
    const opened = tokens.slice(0, index).findLast(({ type }) => type === 'link_open');
    return urlOf(name, String(opened?.attrGet('href') ?? '')) ? '</a>' : '</span>';
  };
  rules.blockquote_open = () => '<div class="note">';
  rules.blockquote_close = () => '</div>';
  const markup = renderer.render(text.replaceAll(/^> \[!WARNING\]\n/gm, ''));
  const place = '<page-contents popover></page-contents>';
  const listed = markup.includes(mark) ? markup.replace(mark, place) : markup.replace('</h1>', `$&${place}`);
  return withTabs(listed.replaceAll('<th></th>', '<td></td>').replaceAll(fileOfCode, '$2<span>$1</span>'));
}

/** The name of a file above its code. The bar of the code shows it instead. */
const fileOfCode =
  /<p><code>([^<]*)<\/code>:<\/p>\s*(<div class="code"><div class="code-bar">)<span>.*?<\/span>/g;

/** Sections between the comments `tabs` and `end of tabs` as tabs, each named by its heading. */
function withTabs(markup: string): string {
  let count = 0;
  return markup.replaceAll(/<p>TABS<\/p>([\s\S]*?)<p>END-OF-TABS<\/p>/g, (_, content: string) => {
    const [, ...sections] = content.split(/(?=<h3 )/);
    return tabs(
      `tabs-${count++}`,
      sections.map((section) => {
        const [heading = '', text = ''] = /^<h3 .*?>(.*?)<\/h3>/.exec(section) ?? [];
        return [text, section.slice(heading.length), heading] as const;
      }),
    );
  });
}

const boxStart = (label: string) => scrollBox(label, '<table>').replace(/<\/div>$/, '');

/** The URL of a document's link on the site. `undefined` if the file isn't on the site. */
function urlOf(from: string, link: string): string | undefined {
  if (/^https?:/.test(link)) return link;
  const [path = '', heading] = link.split('#');
  const hash = heading === undefined ? '' : `#${heading}`;
  if (!path) return hash;
  const target = placesOfDocuments.get(posix.join(posix.dirname(from), path));
  return target && `${posix.relative('docs', target)}${hash}`;
}

const plain = (token?: Token) => token?.children?.map(({ content }) => content).join('') ?? '';
