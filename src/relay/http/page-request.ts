import type { RelayRequest } from './exchange.js';

/** What crawlers call themselves, as the elements see it too. A Cubot is a telephone. */
const CRAWLER = /bot|crawl|spider|slurp/i;
const NO_CRAWLER = /cubot/gi;

/** Headers by which browsers say that a page is fetched before anybody wants it; the last two are older. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-moz'];

/**
 * Whether a request for a page of the deployment's own is worth a lookup: a visitor is about to see the page, and no page of
 * another site requests it for the sake of the lookup.
 */
export const isWorthLookup = (request: RelayRequest): boolean =>
  !isBotOrPrefetch(request) && !isForeignSubrequest(request);

function isBotOrPrefetch({ header }: RelayRequest): boolean {
  const userAgent = header('user-agent') ?? '';
  return (
    CRAWLER.test(userAgent.replace(NO_CRAWLER, '')) ||
    PURPOSE_HEADERS.some((name) => /\bprefetch\b/i.test(header(name) ?? ''))
  );
}

/**
 * Whether a page of another site requests this one, other than by a link: as an image, a frame, by a script or a form's POST.
 * Frameworks fetch a page's data by any method, but from the same origin. Clients that name no site are no such page.
 */
function isForeignSubrequest({ header, method }: RelayRequest): boolean {
  const site = header('sec-fetch-site');
  if (!site || site === 'same-origin' || site === 'none') return false;
  const isNavigation =
    header('sec-fetch-mode') === 'navigate' &&
    header('sec-fetch-dest') === 'document' &&
    (method === 'GET' || method === 'HEAD');
  return !isNavigation;
}
