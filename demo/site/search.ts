import MiniSearch from 'minisearch';
import { documentTree } from '../../build/documents/documents.js';
import { type PageSection, searchOptions } from '../browser/search-index.js';
import { placesOfDocuments } from './document-pages.js';
import type { Page } from './layout.js';
import { withOutline } from './outline.js';
import { textOfMarkup } from './text-of-markup.js';

/** A block of code with its bar. */
const code = /<div class="code"[\s\S]*?<\/pre><\/div>/g;

/** What readers type for a page or a section that doesn't say it, by path. */
export const keywords: Readonly<Record<string, string>> = {
  'docs/start.html': 'install setup quick start begin',
  'docs/static-site.html': 'without key free account',
  'docs/static-site.html#know-how-the-page-finds-the-country': 'detect detection',
  'docs/static-site.html#place-the-script':
    'shopify webflow squarespace wix hugo jekyll eleventy ghost drupal typo3 joomla',
  'docs/prices-by-country.html#in-nextjs-behind-cloudflare': 'nextjs',
  'docs/questions.html': 'faq block sanctions',
  'docs/questions.html#editors-and-content-systems': 'ab test experiment',
  'docs/questions.html#search-engines': 'seo cloaking googlebot hreflang crawler redirect',
  'docs/script-tag.html#allow-it-in-a-content-security-policy': 'csp',
  'docs/script-tag.html#let-the-browser-check-the-file': 'sri',
  'docs/edge.html#try-it-on-your-own-machine': 'localhost',
  'docs/settings.html#country-groups': 'eu europe eea',
  'docs/frameworks.html#nextjs': 'nextjs hydration',
  'docs/server-data.html': 'ssr',
  'docs/integrations.html#cookiebot-onetrust-and-google-consent-mode': 'cookiebot onetrust usercentrics',
  'docs/integrations.html#google-tag-manager': 'gtm ga4 analytics',
  'docs/other-services.html#your-own-endpoint': 'rails django laravel php symfony flask spring',
  'docs/messages.html': 'not working nothing shows broken blank troubleshooting cors timeout 401 402 403 404',
  'docs/production.html#bound-the-cost': 'rate limit throttle abuse',
  'docs/prices-by-country.html': 'pricing ppp multi currency ecommerce shop',
  'docs/privacy.html': 'dsgvo ccpa dpa dpo remove delete data tracking retention',
  'docs/caching.html#measured-against-others': 'latency speed',
  'docs/consent.html': 'cookie banner cmp gpc',
  'docs/country-choice.html': 'dropdown picker combobox',
  'docs/testing.html': 'mock fake debug devtools',
  'docs/flash.html': 'cls jump flicker fouc',
  'docs/theming.html': 'css colour color skin branding',
  'docs/theming.html#light-dark-and-forced-colours': 'dark mode night rtl',
  'docs/translation.html': 'i18n l10n locale german french',
  'docs/accessibility.html': 'a11y wcag',
  'docs/personalise.html': 'geolocation geo location conditional',
  'docs/server.html': 'proxy secret hide key backend docker',
};

const isReference = (path: string) =>
  documentTree().some(
    ({ title, pages }) =>
      title === 'Reference' && pages.some(({ file }) => placesOfDocuments.get(file) === path),
  );

/** The index of all pages, which the browser fetches for the first search. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<PageSection>(searchOptions);
  index.addAll(pages.filter(({ bare }) => !bare).flatMap(partsOf));
  return JSON.stringify(index);
}

/** A page's sections: the introduction, and one for each heading with an anchor. */
function partsOf({ path, title, description, body }: Page): PageSection[] {
  const content = body().replace('<page-contents></page-contents>', '');
  const [start = '', ...sections] = withOutline(content).split(/(?=<h[23] id="[^"]*"[^>]*>)/);
  const page = { page: title, isReference: Number(isReference(path)) };
  const part = (id: string, heading: string, text: string, code: string) => [
    { ...page, id, heading, text, code: textOfMarkup(code), keywords: keywords[id] ?? '' },
  ];
  const parts = sections.flatMap((section) => {
    const [, id = '', heading = '', text = ''] =
      /^<h[23] id="([^"]*)"[^>]*>([\s\S]*?)<\/h[23]>([\s\S]*)$/.exec(section) ?? [];
    // Links to other pages, and the code of a recipe, which the document "Recipes" has too.
    if (id === 'next' || id === 'source') return [];
    const words = textOfMarkup(text.replaceAll(code, ' '));
    return part(`${path}#${id}`, textOfMarkup(heading), words, [...text.matchAll(code)].join(' '));
  });
  return [...part(path, title, description, start), ...parts];
}
