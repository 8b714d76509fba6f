import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { createRelay } from '../src/relay/index.js';
import { nodeListener } from './service/node-listener.js';
import { createService } from './service/service.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export const flagFolder = new URL('3x2/', import.meta.resolve('country-flag-icons/package.json'));

/** The development lookup service, one for the whole process. */
const { handle } = createService();
export const lookupService: Listener = nodeListener(handle);

/**
 * Relays in front of the service, with a key that no page sees. So that the demo can count what a visit costs and try
 * other visitors, each visit has its own: `/origin/visit/<name>/from/<ip>/…`. Your own relay knows who visits.
 */
const relays = new Map<string, ReturnType<typeof createRelay<string>>>();

const relay: Listener = nodeListener((request) => {
  const { pathname, search, origin } = new URL(request.url);
  const [, visit = '', address = '', path] = /^\/visit\/([^/]+)\/from\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
  const answer = relays.get(visit) ?? relayFor(visit);
  relays.set(visit, answer);
  return answer(new Request(`${origin}/origin/${path}${search}`, request), address);
});

const relayFor = (visit: string) =>
  createRelay<string>({
    baseUrl: `http://localhost/visit/${visit}/`,
    apiKey: 'demo-open',
    address: (_, address) => address,
    fetch: (input, init) => handle(new Request(input, init), '127.0.0.1'),
  });

/** What the demo's and the tests' servers offer beside their files: path prefix → listener for what follows it. */
export const mounts: Record<string, Listener> = {
  '/api/': lookupService,
  '/origin/': relay,
  '/flags/': folder(flagFolder),
};

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Serves the files of one folder. */
export function folder(location: URL): Listener {
  return ({ url = '/' }, response) => {
    const notFound = () => response.writeHead(404).end();
    const file = new URL(`.${url.replace(/[?#].*|%2f|%5c/gi, '')}`, location);
    const type = types[extname(file.pathname)];
    if (!type || !file.href.startsWith(location.href)) return notFound();
    return createReadStream(file)
      .on('open', () => response.writeHead(200, { 'content-type': type }))
      .on('error', notFound)
      .pipe(response);
  };
}
