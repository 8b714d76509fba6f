import { documentPages } from './document-pages.js';
import { elementPages } from './elements.js';
import { home } from './home.js';
import type { Page, Site } from './layout.js';
import { playground } from './playground.js';
import { recipePages } from './recipes.js';
import { textPages } from './text-pages.js';

/** Every page of the site. Its content is made when it is asked for. */
export const pages = (site: Site): Page[] => [
  home(site),
  playground(site),
  ...elementPages(),
  ...recipePages(site),
  ...textPages(site),
  ...documentPages(site),
  frame,
];

/** The document of every preview. */
const frame: Page = {
  path: 'frame.html',
  title: 'Preview',
  description: 'A preview',
  bare: {
    head: `<link rel="stylesheet" href="{{root}}preview.css" />
    <link rel="stylesheet" href="{{root}}dist/reserve.css" />
    <script src="{{root}}dist/visitor-elements.min.js" data-base-url="{{root}}api/" data-api-key="demo-page" data-storage="none" data-retries="0" data-consent="required"></script>
    <script type="module" src="{{asset:frame}}"></script>`,
  },
  body: () => '',
};
