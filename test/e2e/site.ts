import type { RequestListener } from 'node:http';
import { mounts, serveFolder } from '../../demo/mounts.js';
import { type Running, serveListener } from '../support/service.js';
import { test as base } from './fixtures.js';

interface Site {
  /** The address of a page of this test's own visit, with these settings, such as `storage=local`. */
  address(settings?: string, prefixes?: string): string;
  /** Requests of the visit so far, preflights left out. */
  requests(): Promise<number>;
}

const places = { ...mounts, '/dist/': serveFolder(new URL('../../dist/', import.meta.url)) };

/**
 * A server with the built package at `/dist/`, the lookup service at `/api/`, and pages of a test's own.
 *
 * @param before What a request has to wait for.
 */
export function serveSite(
  pages: RequestListener,
  before: (path: string) => Promise<void> | undefined = () => undefined,
): Promise<Running> {
  return serveListener(async (request, response) => {
    const { url = '/' } = request;
    await before(url);
    const place = Object.entries(places).find(([prefix]) => url.startsWith(prefix));
    if (!place) return pages(request, response);
    const [prefix, listener] = place;
    request.url = url.slice(prefix.length - 1);
    listener(request, response);
  });
}

/** How often the service was asked by one visit. */
export async function requestsOf(base: string, visit: string): Promise<number> {
  const usage = (await (await fetch(`${base}/api/usage/${visit}`)).json()) as { requests: number };
  return usage.requests;
}

/** A page that shows its visitor's address; until that is known, and where the lookup fails, `an address`. */
function pageAt(url: URL): string {
  const settings = [...url.searchParams].map(([name, value]) => `data-${name}="${value}"`).join(' ');
  return `<!doctype html>
<html lang="en">
  <head><title>A visitor</title></head>
  <body>
    <visitor-value field="ip">an address</visitor-value>
    <script src="/dist/visitor-elements.min.js" data-base-url="/api/visit${url.pathname}" ${settings}></script>
  </body>
</html>`;
}

const serveVisits = () =>
  serveSite((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageAt(url));
  });

/** The shared `test` with a site made of the built package, the lookup service and pages that use both. */
export const test = base.extend<{ site: Site }>({
  site: async ({ shared }, use) => {
    const server = await shared(serveVisits);
    const visit = crypto.randomUUID();
    await use({
      address: (settings = '', prefixes = '') =>
        `${server.base}/${visit}/${prefixes}?api-key=demo-open&skip-bots=false&${settings}`,
      requests: () => requestsOf(server.base, visit),
    });
  },
});
export { expect } from './fixtures.js';
