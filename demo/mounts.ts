import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { flagFolder } from '../build/flags.js';
import { createRelay } from '../src/relay/index.js';
import { nodeListener } from './service/node-listener.js';
import { createService } from './service/service.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The development lookup service, one for the whole process. */
const { handle, refuse } = createService();
export const lookupService: Listener = nodeListener(handle, refuse);

/**
 * Relays in front of the service, with a key that no page sees. Each visit has its own relay,
 * `/origin/visit/<name>/from/<ip>/…`, so that the demo can count a visit's cost and simulate other visitors. A relay in
 * production reads the visitor's IP address from the connection.
 */
const relays = new Map<string, ReturnType<typeof createRelay<string>>>();
const MAX_RELAYS = 100;

/** A visit's relay. Of too many, the one that was used longest ago is forgotten. */
export function relayOf(visit: string): ReturnType<typeof createRelay<string>> {
  const found = relays.get(visit) ?? relayFor(visit);
  relays.delete(visit);
  relays.set(visit, found);
  const [oldest = ''] = relays.keys();
  if (relays.size > MAX_RELAYS) relays.delete(oldest);
  return found;
}

const relay: Listener = nodeListener((request) => {
  const { pathname, search, origin } = new URL(request.url);
  const [, visit = '', address = '', path] = /^\/visit\/([^/]+)\/from\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
  return relayOf(visit)(new Request(`${origin}/origin/${path}${search}`, request), address);
});

const relayFor = (visit: string) =>
  createRelay<string>({
    baseUrl: `http://localhost/visit/${visit}/`,
    apiKey: 'demo-open',
    clientIp: (_, address) => address,
    fetch: (input, init) => handle(new Request(input, init), '127.0.0.1'),
  });

/** The listeners of the demo's and the tests' servers, by path prefix. */
export const mounts: Record<string, Listener> = {
  '/api/': lookupService,
  '/origin/': relay,
  '/flags/': serveFolder(flagFolder),
};

/** Serves a folder's files, reading them again for each request. */
export function serveFolder(location: URL): Listener {
  return sirv(fileURLToPath(location), { dev: true });
}
