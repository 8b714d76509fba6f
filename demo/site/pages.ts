import { home } from './home.js';
import { recipePages } from './recipes.js';
import type { Page, Site } from './layout.js';

/** Every page of the site. */
export async function pages(site: Site): Promise<Page[]> {
  return [home(site), ...recipePages(site)];
}
