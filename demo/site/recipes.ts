import { readdirSync, readFileSync } from 'node:fs';
import { type CodeUrls, scriptTag } from '../browser/code-urls.js';
import { noteOf } from '../browser/note.js';
import type { VisitorId } from '../visitors/visitors.js';
import { asMarkup, codeBlock } from './code.js';
import { firstSentence } from './document-pages.js';
import type { Page, Site } from './layout.js';
import { readParts } from './parts.js';
import { chip } from './see-as.js';
import { codeUrls, keyWarning } from './snippets.js';

const folder = new URL('../recipes/', import.meta.url);

/** The page around each recipe: a small shop. */
const shop = readFileSync(new URL('shop/shop.html', import.meta.url), 'utf8');

/** A recipe's file: the front matter in a comment at its top, then the code. */
interface Recipe {
  name: string;
  title: string;
  /** One or two sentences about what it does. */
  description: string;
  /** The result when the lookup fails. */
  onFailure: string;
  /** The visitors whose page differs; the clearest example first. */
  visitors: VisitorId[];
  /** Additional attributes of the script tag. */
  settings: string;
  /** Whether it needs `countries.js`: facts that follow from a country, even an overridden one. */
  needsCountries: boolean;
  /** The recipe whose second page this is. */
  secondPageOf: string;
  /** The shop's picture, a file in `shop/`, and its heading. */
  picture: string;
  heading: string;
  /** The result's height on a phone, in pixels: that of the visitor who sees most. */
  height: string;
  code: string;
}

/** The recipes in the order of the site. */
const order = [
  'shipping',
  'price-and-clock',
  'consent-banner',
  'country-shop',
  'language-suggestion',
  'store-locator',
  'calling-code',
  'own-select',
  'network-notice',
  'staff-notice',
  'css-only',
];

function readRecipe(file: string): Recipe {
  const { visitors = '', requires, ...facts } = readParts(readFileSync(new URL(file, folder), 'utf8'));
  const none = { title: '', description: '', onFailure: '', settings: '', secondPageOf: '', picture: '' };
  return {
    ...none,
    heading: '',
    height: '',
    ...facts,
    name: file.replace('.html', ''),
    visitors: visitors.split(' ') as VisitorId[],
    needsCountries: requires === 'countries',
  };
}

/** The tags that load the library for a recipe. Its scripts are modules, and so run after these. */
function tagsOf({ settings, needsCountries }: Recipe, urls: CodeUrls, more: Record<string, string> = {}) {
  const own = { 'base-url': urls.service, 'api-key': urls.key, ...more };
  const tag = scriptTag(urls, own, { load: 'defer' });
  return [
    settings ? tag.replace('></script>', `\n  ${settings}></script>`) : tag,
    ...(needsCountries ? [scriptTag(urls, {}, { file: 'countries.js', load: 'defer' })] : []),
  ].join('\n');
}

/** The listed recipes, each with its first visitor. */
export const recipeVisitors = (): [name: string, visitor: VisitorId | undefined][] =>
  order.map((name) => [name, readRecipe(`${name}.html`).visitors[0]]);

/** All recipes, their documents, and their list. */
export function recipePages(site: Site): Page[] {
  const all = readdirSync(folder).map(readRecipe);
  const recipes = order
    .map((name) => all.find((recipe) => recipe.name === name))
    .filter((recipe) => !!recipe);
  return [
    list(recipes),
    ...recipes.map((recipe, index) => recipePage(recipe, recipes[(index + 1) % recipes.length], all, site)),
    ...all.map(documentOf),
  ];
}

const list = (recipes: Recipe[]): Page => ({
  path: 'recipes/index.html',
  title: 'Recipes',
  style: 'pages',
  description:
    'Things to do with the data of a visitor, each with its code and what it does when the lookup fails.',
  body: () => `
      <div class="page">
        <h1>Recipes</h1>
        <p class="lead">Things to do with the data of a visitor. Each one runs, with its code and what a visitor sees when the lookup fails.</p>
        <ul class="cards pictured">${recipes
          .map(
            ({ name, title, description }) =>
              `<li><a href="${name}.html"><div class="thumb"><picture><source media="(prefers-color-scheme: dark)" srcset="{{root}}pictures/${name}-dark.webp" /><img src="{{root}}pictures/${name}-light.webp" width="520" height="284" loading="lazy" alt="" /></picture></div><h2>${asMarkup(title)}</h2><p>${asMarkup(firstSentence(description))}</p></a></li>`,
          )
          .join('')}</ul>
        <p class="more"><a href="../docs/integrations.html">With tools that you already have: tag managers, consent tools, analytics →</a> <a href="../docs/wordpress.html">In WordPress →</a></p>
      </div>`,
});

function recipePage(recipe: Recipe, next: Recipe | undefined, all: Recipe[], site: Site): Page {
  const { name, title, description, onFailure, height, code } = recipe;
  const [first] = recipe.visitors;
  const others = all.filter(({ secondPageOf }) => secondPageOf === name);
  const urls = codeUrls(site.server);
  return {
    path: `recipes/${name}.html`,
    title,
    description,
    script: 'recipe',
    style: 'pages',
    body: () => `
      <div class="page recipe-page">
        <p class="crumb"><a href="index.html">Recipes</a></p>
        <h1 class="smaller">${asMarkup(title)}</h1>
        <p class="lead">${asMarkup(description)}</p>
        <div class="recipe">
          <section class="result" aria-labelledby="result">
            <h2 id="result">Result</h2>
            <div class="window"><p aria-hidden="true">pine-and-fern.example</p><iframe src="${name}.demo.html?as=${first}" height="${height}" title="${asMarkup(title)}, as it runs"></iframe></div>
            <fieldset class="see-as" data-needs-js><legend>Try it as</legend>${recipe.visitors.map((id) => chip('as', id, id === first)).join('')}</fieldset>
            <p class="row" data-needs-js>
              <label class="check"><input type="checkbox" id="fail" /> Let the lookup fail</label>
              <button type="button" class="button" id="again">Start again</button>
              <button type="button" class="button" id="panel">Open the panel</button>
            </p>
            <p class="fails"><strong>When the lookup fails:</strong> ${asMarkup(onFailure)}</p>
          </section>
          <section class="source" aria-labelledby="source">
            <h2 id="source">Source</h2>
            ${codeBlock(`${tagsOf(recipe, urls)}\n\n${code}`, 'html', { label: 'Source of the recipe' })}
            <p class="aside">${noteOf(urls, { connection: 'key', serviceUrl: '', key: '' })}</p>
            ${keyWarning}
            ${others.map((other) => fold(`${other.title}: the second page`, codeBlock(other.code, 'html', { label: other.title }))).join('')}
          </section>
        </div>
        <p class="more">${next ? `<a href="${next.name}.html">Next: ${asMarkup(next.title)} →</a>` : ''}</p>
      </div>`,
  };
}

/** The page of the shop around a recipe. */
const inShop = ({ picture, heading, code }: Recipe) =>
  shop
    .replace('{{picture}}', picture)
    .replace('{{heading}}', asMarkup(heading))
    .replace('<!-- the recipe -->', () => code);

/** Code that a reader needs once. */
const fold = (summary: string, content: string) =>
  `<details class="fold"><summary>${asMarkup(summary)}</summary>${content}</details>`;

/** A recipe as a page of its own, as a reader would write it. */
const documentOf = (recipe: Recipe): Page => ({
  path: `recipes/${recipe.name}.demo.html`,
  title: recipe.title,
  description: recipe.title,
  bare: {
    head: `<link rel="stylesheet" href="{{root}}recipe.css" />
    <link rel="stylesheet" href="{{root}}dist/reserve.css" />
    ${tagsOf(recipe, demoUrls, { storage: 'none', retries: '0' })}`,
  },
  body: () => inShop(recipe),
});

const demoUrls: CodeUrls = {
  ...codeUrls(),
  dist: '{{root}}dist/',
  service: '{{root}}api/',
  key: 'demo-page',
};
