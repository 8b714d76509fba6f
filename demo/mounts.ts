import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { createRelay } from '../src/relay/index.js';
import { nodeListener } from './service/node-listener.js';
import { createService } from './service/service.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export const flagFolder = new URL('3x2/', import.meta.resolve('country-flag-icons/package.json'));

/** The development lookup service, one for the whole process. */
const { handle, refuse } = createService();
export const lookupService: Listener = nodeListener(handle, refuse);

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
    clientIp: (_, address) => address,
    fetch: (input, init) => handle(new Request(input, init), '127.0.0.1'),
  });

/** What the demo's and the tests' servers offer beside their files: path prefix → listener for what follows it. */
export const mounts: Record<string, Listener> = {
  '/api/': lookupService,
  '/origin/': relay,
  '/flags/': folder(flagFolder),
};

/** Serves the files of one folder, as they are at that moment. */
export function folder(location: URL): Listener {
  return sirv(fileURLToPath(location), { dev: true });
}
