/** Cloudflare Pages: writes the visitor's data into the script's tag of each page of a static site. */
import { createRelay } from 'visitor-elements/relay.js';
import { cloudflare } from 'visitor-elements/sources.js';

const relay = createRelay(cloudflare());

export const onRequest: PagesFunction = async ({ request, next }) => {
  const page = await next();
  if (!page.headers.get('Content-Type')?.startsWith('text/html')) return page;
  const visitor = await relay.lookup(request); // null if nothing is known: the page then calls its relay
  const made = new HTMLRewriter()
    .on('script[src$="visitor-elements.min.js"]', {
      element(script) {
        // HTMLRewriter escapes quotes, but not ampersands, which may begin an entity.
        script.setAttribute('data-initial-data', JSON.stringify(visitor).replaceAll('&', '&amp;'));
      },
    })
    .transform(new Response(page.body, page));
  made.headers.set('Cache-Control', 'private');
  made.headers.delete('ETag'); // It belongs to the page without the data.
  return made;
};
