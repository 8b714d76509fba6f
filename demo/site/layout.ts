import { attributions, dataDate } from '../service/attributions.js';
import { firstVisitor, simulatedVisitors } from '../visitors/visitors.js';
import { asMarkup } from './code.js';
import { repository, version } from './facts.js';
import { withOutline } from './outline.js';
import { policyOf } from './policy.js';

/** One page of the site. */
export interface Page {
  /** Its path, relative to the site's root, such as `recipes/shipping.html`. */
  path: string;
  title: string;
  /** One sentence for search engines. */
  description: string;
  /** Makes its content. Links start with `{{root}}`. */
  body(): string;
  /** The list of pages that it belongs to, beside the content. */
  side?: string;
  /** An additional browser module for this kind of page. */
  script?: string;
  /** An additional style sheet for this kind of page. */
  style?: string;
  /** The document that the page is made of. Its Markdown is published beside the page. */
  markdown?: string;
  /** A document for a preview, without the site's header and navigation. */
  bare?: { head: string };
}

/** How the site is made: served by Vite, or as static files. */
export interface Site {
  /** The URL of a script or style sheet: its source under Vite, its bundle on the static site. */
  asset(name: string): string;
  /** The server's URL, if there is a lookup service beside the pages. */
  server?: string;
}

const navigation = [
  ['playground.html', 'Playground'],
  ['elements/index.html', 'Elements'],
  ['recipes/index.html', 'Recipes'],
  ['docs/index.html', 'Documentation'],
] as const;

/** What the search suggests while nothing is typed. */
const suggestions = [
  ['docs/start.html', 'Get started', 'three steps, without a key'],
  ['docs/personalise.html', 'Personalise a page', 'content by country or network'],
  ['docs/static-site.html', 'Static site', 'other content by country'],
  ['docs/prices-by-country.html', 'Prices by country', 'in Next.js too'],
  ['docs/settings.html', 'Settings', 'every one, with its default'],
  ['docs/messages.html', 'Messages and errors', 'what each means, and its fix'],
] as const;

const footer = [
  ['docs/start.html', 'Get started'],
  ['trust.html', 'Why trust it'],
  ['docs/messages.html', 'Messages and errors'],
  ['docs/privacy.html', 'Privacy'],
  ['docs/caching.html', 'Cost and performance'],
  ['docs/questions.html', 'Questions'],
  ['docs/versions.html', 'Versions'],
] as const;

/** Where the package is published, once `package.json` names its repository. */
const published = repository
  ? ([
      [repository, 'Repository'],
      ['https://www.npmjs.com/package/visitor-elements', 'npm'],
    ] as const)
  : [];

/** A page's whole document. */
export function pageDocument(
  { path, title, description, body: made, side = '', script, style, bare, markdown }: Page,
  { asset }: Site,
): string {
  const body = made();
  const root = '../'.repeat(path.split('/').length - 1) || './';
  const name = title === 'visitor-elements' ? title : `${title} · visitor-elements`;
  const head = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${asMarkup(name)}</title>
    <link rel="icon" type="image/svg+xml" href="{{root}}icon.svg" />
    <link rel="preload" as="font" type="font/woff2" crossorigin href="{{root}}inter.woff2" />
    <style>@font-face { font-family: Inter; font-weight: 400 700; font-display: optional; src: url("{{root}}inter.woff2") format("woff2") }</style>
    <script src="{{root}}before-paint.js"${bare ? ' data-visit' : ''}></script>`;
  const html = bare
    ? `<!doctype html>
<html lang="en">
  <head>
    ${head}
    ${bare.head}
  </head>
  <body>
${body}
  </body>
</html>
`
    : `<!doctype html>
<html lang="en">
  <head>
    ${head}
    <meta name="description" content="${asMarkup(description)}" />
    ${markdown ? `<link rel="alternate" type="text/markdown" href="{{root}}${markdown}" />` : ''}
    <link rel="stylesheet" href="${asset('site.css')}" />
    ${style ? `<link rel="stylesheet" href="${asset(`${style}.css`)}" />` : ''}
    ${body.includes('<visitor-') ? '<link rel="stylesheet" href="{{root}}dist/reserve.css" />' : ''}
    <script type="module" src="${asset('site')}"></script>
    ${script ? `<script type="module" src="${asset(script)}"></script>` : ''}
    <script defer src="{{root}}dist/visitor-elements.min.js" data-base-url="{{root}}api/${simulatedVisitors[firstVisitor].path}" data-api-key="demo-page" data-storage="none" data-retries="0"></script>
  </head>
  <body${side ? ' class="beside-list"' : ''}>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="brand" href="{{root}}index.html">${icon}<span>visitor-elements</span></a>
      <button type="button" class="button icon-button menu-button" popovertarget="menu" aria-label="Menu">${sign('M2 4h12M2 8h12M2 12h12')}<span>Menu</span></button>
      <nav id="menu" popover aria-label="Main">${navigation
        .map(
          ([target, label]) =>
            `<a href="{{root}}${target}"${isHere(path, target) ? ' aria-current="page"' : ''}>${label}</a>`,
        )
        .join('')}</nav>
      ${published.map(([url, label]) => `<a class="out" href="${url}">${label}</a>`).join('')}
      <button type="button" class="button icon-button" id="open-find" data-needs-js aria-keyshortcuts="Control+K Meta+K /">${sign('M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.5 10.5l3.5 3.5')}<span class="hidden">Search</span><kbd aria-hidden="true">Ctrl K</kbd></button>
      <button type="button" class="button icon-button" id="scheme" data-needs-js aria-pressed="false">${sign('M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2V14M8 5h5M8 8h6M8 11h5')}<span class="hidden">Dark</span></button>
    </header>
${side}    <main id="main" tabindex="-1">
${withOutline(body)}
    </main>
    <dialog id="find" class="find" aria-label="Search">
      <div class="find-box">
        <div class="bar"><input type="search" id="find-words" aria-label="Search everything" placeholder="Search everything" autocomplete="off" spellcheck="false" /><button type="button" class="button close">Close</button></div>
        <p class="aside" id="find-status" role="status"></p>
        <ul id="find-start">${suggestions.map(([target, label, description]) => `<li><a href="{{root}}${target}"><b>${label}</b> <span>${description}</span></a></li>`).join('')}</ul>
        <ol id="find-list"></ol>
      </div>
    </dialog>
    <footer class="foot">
      <nav aria-label="More">${footer.map(([target, label]) => `<a href="{{root}}${target}">${label}</a>`).join('')}</nav>
      <p>Real data of <time>${dataDate}</time> from ${attributions.map(({ name, url, licence, licenceUrl }) => `<a href="${url}">${name}</a> (<a href="${licenceUrl}">${licence}</a>)`).join(', ')}; samples are made up. visitor-elements ${version}, MIT licence. Flags by <a href="https://gitlab.com/catamphetamine/country-flag-icons">country-flag-icons</a> (MIT), type: <a href="https://rsms.me/inter/">Inter</a> (OFL).</p>
    </footer>
  </body>
</html>
`;
  const whole = html
    .replaceAll(/\{\{asset:([\w-]+)\}\}/g, (_, name: string) => asset(name))
    .replaceAll('{{root}}', root);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(whole)}" />`;
  return whole.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${policy}`);
}

const isHere = (path: string, target: string) => path.startsWith(target.replace(/index\.html$/, ''));

/** A small line drawing in the colour of its text. */
export const sign = (path: string) =>
  `<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><path d="${path}"/></svg>`;

/** The logo: rings of dots around one dot. */
const rings = [
  { radius: 5.5, dots: 8 },
  { radius: 9, dots: 14 },
  { radius: 12.5, dots: 20 },
].flatMap(({ radius, dots }) =>
  Array.from({ length: dots }, (_, dot) => {
    const angle = (2 * Math.PI * dot) / dots;
    return `<circle cx="${(14 + radius * Math.cos(angle)).toFixed(1)}" cy="${(14 + radius * Math.sin(angle)).toFixed(1)}" r="0.9"/>`;
  }),
);

const icon = `<svg class="icon" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true"><g fill="currentColor">${rings.join('')}</g><circle cx="14" cy="14" r="3" fill="#2f5bea"/></svg>`;

/** The icon as a file, in a colour that is visible on light and dark tabs. */
export const iconFile = icon
  .replace('<svg class="icon"', '<svg xmlns="http://www.w3.org/2000/svg"')
  .replace('fill="currentColor"', 'fill="#7b8296"');
