import type { RequestListener } from 'node:http';
import { mounts, serveFolder } from '../../demo/mounts.js';
import { type Running, serveListener } from '../support/service.js';
import { test as base } from './fixtures.js';

interface Site {
  /** The URL of a page with its own visit and these settings, such as `storage=local`. */
  address(settings?: string, prefixes?: string): string;
  /** The visit's requests so far, without preflights. */
  requests(): Promise<number>;
}

const places = { ...mounts, '/dist/': serveFolder(new URL('../../dist/', import.meta.url)) };

/**
 * A server with the built package at `/dist/`, the lookup service at `/api/`, and the test's own pages.
 *
 * @param before Delays requests.
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

/** The number of requests of one visit that the service received. */
export async function requestsOf(base: string, visit: string): Promise<number> {
  const usage = (await (await fetch(`${base}/api/usage/${visit}`)).json()) as { requests: number };
  return usage.requests;
}

/** A page that shows its visitor's IP address. Until it is known, and after a failure, it shows `an address`. */
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

/** The shared `test` with a site of the built package, the lookup service and pages that use both. */
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
