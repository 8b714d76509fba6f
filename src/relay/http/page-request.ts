/** Requests for pages of the site, for which `relay.lookup` finds the visitor's data. */
import { isCrawler } from '../../model/crawler.js';
import type { RelayRequest } from './exchange.js';

/** Headers by which browsers mark a prefetch. The last two are older. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-moz'];

/**
 * Whether a request for a page is worth a lookup: a visitor will see the page, and no page of another site requests it
 * just for the lookup.
 */
export const isWorthLookup = (request: RelayRequest): boolean =>
  !isBotOrPrefetch(request) && !isForeignSubrequest(request);

function isBotOrPrefetch({ header }: RelayRequest): boolean {
  return (
    isCrawler(header('user-agent') ?? undefined) ||
    PURPOSE_HEADERS.some((name) => /\bprefetch\b/i.test(header(name) ?? ''))
  );
}

/**
 * Whether a page of another site requests this one without navigating to it: as an image or frame, by script, or by a
 * form's POST. Frameworks fetch a page's data by any method, but from the same origin. Clients without `Sec-Fetch-Site`
 * aren't such pages.
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
