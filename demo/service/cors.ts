const EXPOSED =
  'Ipregistry-Credits-Consumed, Ipregistry-Credits-Remaining, Retry-After, ' +
  'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset';

const PREFLIGHT_STATUS = 204;

/** Lets pages of any origin read a response, or send the request of a preflight. Headers that are already set stay. */
export function allowCors(response: Response): Response {
  const { headers, status } = response;
  if (response.type === 'error') return response;
  headers.set('Access-Control-Allow-Origin', '*');
  if (!headers.has('Access-Control-Expose-Headers')) headers.set('Access-Control-Expose-Headers', EXPOSED);
  if (status === PREFLIGHT_STATUS) {
    headers.set('Access-Control-Allow-Methods', 'GET, HEAD, POST');
    headers.set('Access-Control-Allow-Headers', 'authorization, content-type');
    headers.set('Access-Control-Max-Age', '600');
  }
  return response;
}

/** The response to a preflight, and to any other `OPTIONS` request. Without `allowCors`, browsers take it for a refusal. */
export const preflightAnswer = () =>
  new Response(null, { status: PREFLIGHT_STATUS, headers: { Allow: 'GET, HEAD, POST, OPTIONS' } });

/**
 * The origin of the page that sent a request, or undefined if no page did. Browsers send no `Origin` with a same-origin
 * GET, so `Referer` and `Sec-Fetch-Site` replace it. A page that hides its origin is `null`.
 */
export function pageOrigin({ headers, url }: Request): string | undefined {
  const origin = headers.get('origin');
  if (origin !== null) return origin;
  const referer = headers.get('referer');
  if (referer !== null && URL.canParse(referer)) return new URL(referer).origin;
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin') return new URL(url).origin;
  return site === null || site === 'none' ? undefined : 'null';
}
