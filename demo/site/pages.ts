import { documentPages } from './document-pages.js';
import { elementPages } from './elements.js';
import { home } from './home.js';
import type { Page, Site } from './layout.js';
import { playground } from './playground.js';
import { recipePages } from './recipes.js';
import { textPages } from './text-pages.js';

/** Every page of the site. */
export function pages(site: Site): Page[] {
  return [
    home(site),
    playground(site),
    ...elementPages(),
    ...recipePages(site),
    ...textPages(site),
    ...documentPages(),
    frame,
    showMe,
  ];
}

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
  body: '',
};

/** The document of "Show me", which uses the reader's own lookup service. */
const showMe: Page = {
  path: 'show-me.html',
  title: 'You',
  description: 'What your own service knows of you',
  otherOrigins: { requestTargets: ['https:', 'http://localhost:*', 'http://127.0.0.1:*'] },
  bare: {
    head: `<link rel="stylesheet" href="{{root}}preview.css" />
    <link rel="stylesheet" href="{{root}}dist/reserve.css" />
    <script src="{{root}}dist/visitor-elements.min.js" data-storage="none" data-retries="0" data-consent="required" data-skip-bots="false"></script>
    <script type="module" src="{{asset:show-me}}"></script>`,
  },
  body: '',
};
