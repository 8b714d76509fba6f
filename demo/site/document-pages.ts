import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt, { type Token } from 'markdown-it';
import { documents, documentTree, textOf } from '../../build/documents/documents.js';
import { headingsOf } from '../../build/documents/markdown.js';
import { withIntegrity } from '../../build/published.js';
import type { CodeLanguage } from '../browser/highlight.js';
import { themes } from '../browser/themes.js';
import { asMarkup, codeBlock, liveExample, scrollBox, tabs } from './code.js';
import { placeOfFile } from './files.js';
import type { Page, Site } from './layout.js';
import { sideList } from './side.js';

/** The path of each document on the site. */
export const placesOfDocuments: ReadonlyMap<string, string> = new Map([
  ...documents.map((name) => [name, placeOf(name)] as const),
  ['SECURITY.md', 'docs/security.html'],
]);

/** The site has pages of its own in place of the README and of the elements reference. */
function placeOf(name: string): string {
  if (name === 'README.md') return 'docs/start.html';
  if (name === 'docs/reference.md') return 'elements/index.html';
  return name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

/** Live content that the site adds to the end of a document. */
const liveContent: Readonly<Record<string, () => string>> = {
  'docs/server.md': () => `<h2>See that it works</h2>
<p>This card uses the relay of this site: its URL has no key. Open the network panel of your browser and look. On a static host there is no server, and recorded data replaces it.</p>
${liveExample('<visitor-info base-url="{{root}}origin/visit/relay-page/from/81.2.69.142/" auth="none"></visitor-info>')}`,
  'docs/theming.md': () => `<h2>Themes to copy</h2>
<p>Each is a few custom properties. <a href="{{root}}playground.html">Try your own in the playground →</a></p>
<div class="themes">${Object.entries(themes).map(theme).join('')}</div>`,
};

/** A theme: a card with its rules applied, and the rules to copy. */
function theme([name, declarations]: [string, Readonly<Record<string, string>>]): string {
  const tag = name.toLowerCase();
  const lines = Object.entries(declarations).map(([property, value]) => `  ${property}: ${value};`);
  const css = [`.${tag} {`, ...lines, '}'].join('\n');
  return `<article class="theme"><h3>${name}</h3><style>${css}</style><div class="stage" data-example><visitor-info class="${tag}"></visitor-info></div>${codeBlock(css, 'css', { label: `Theme ${name}` })}</article>`;
}

/** A page for each document, made from the same Markdown that the repository shows. */
export const documentPages = ({ server }: Site): Page[] =>
  [...placesOfDocuments]
    .filter(([name]) => !/^(README|docs\/reference)\.md$/.test(name))
    .map(([name, path]) => {
      const written = textOf(name);
      const text = withoutPictures(server ? written : withIntegrity(written));
      const [title] = headingsOf(text);
      const live = liveContent[name] ?? (() => '');
      const content = () => {
        const [before = '', ...next] = rendered(name, text).split(/(?=<h2 id="next">)/);
        return [before, live(), ...next].join('');
      };
      return {
        path,
        title: title?.text ?? name,
        markdown: path.replace(/html$/, 'md'),
        description: firstSentence(text),
        side: documentList(path),
        body: () => `
      <div class="page prose">
${crumbOf(name)}${content()}
      </div>`,
      };
    });

/** The list of all documents, beside each of them. */
export function documentList(current: string): string {
  const groups = documentTree().map(({ title, pages }) => ({
    title,
    pages: pages.map(({ title, file }) => [placesOfDocuments.get(file) ?? '', title] as const),
  }));
  const overview = [
    ['docs/start.html', 'Get started'],
    ['docs/index.html', 'All pages'],
  ] as const;
  return sideList('Documentation', [{ title: 'Overview', pages: overview }, ...groups], current);
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
  tsx: ['js', 'TSX'],
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

/** The place of a document's list of contents. Without one, a document has it below its title. */
const mark = '<p>PAGE-CONTENTS</p>';

/**
 * A document as markup, with copy buttons, scrollable tables, anchors on headings, and links to the site's own pages.
 */
export function rendered(name: string, text: string): string {
  const slugger = new GithubSlugger();
  let heading = '';
  // Quotes and apostrophes as the site's own texts have them.
  const renderer = new MarkdownIt({ html: false, typographer: true }).disable('replacements');
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
  // The one tag that documents use in tables, where Markdown has no line break.
  rules.text = (tokens, index) => asMarkup(tokens[index]?.content ?? '').replaceAll('&lt;br&gt;', '<br>');
  rules.table_open = () => boxStart(`Table: ${heading}`);
  rules.table_close = () => '</table></div>';
  rules.link_open = (tokens, index) => {
    const url = urlOf(name, String(tokens[index]?.attrGet('href') ?? ''));
    return `<a href="${asMarkup(url)}">`;
  };
  const markup = renderer
    .render(text)
    .replaceAll(/<blockquote>\s*<p>\[!WARNING\]([\s\S]*?)<\/blockquote>/g, '<div class="note"><p>$1</div>');
  const place = '<page-contents></page-contents>';
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

/** The URL of a document's link on the site. */
function urlOf(from: string, link: string): string {
  if (/^https?:/.test(link)) return link;
  const [path = '', heading] = link.split('#');
  const hash = heading === undefined ? '' : `#${heading}`;
  if (!path) return hash;
  const file = posix.join(posix.dirname(from), path);
  const document = placesOfDocuments.get(file);
  // The site's own pages of the elements have other sections.
  if (file === 'docs/reference.md')
    return `../elements/${heading?.startsWith('visitor-') ? heading : 'index'}.html`;
  return document ? `${posix.relative('docs', document)}${hash}` : posix.relative('docs', placeOfFile(file));
}

const plain = (token?: Token) => token?.children?.map(({ content }) => content).join('') ?? '';
