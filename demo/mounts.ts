import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { nodeListener } from '../src/relay/node-listener.js';
import { createService } from './service/service.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export const flagFolder = new URL('3x2/', import.meta.resolve('country-flag-icons/package.json'));

/** The development lookup service, one for the whole process. */
export const lookupService: Listener = nodeListener(createService().handle);

/** What the demo's and the tests' servers offer beside their files: path prefix → listener for what follows it. */
export const mounts: Record<string, Listener> = {
  '/api/': lookupService,
  '/flags/': folder(flagFolder),
};

const types: Record<string, string> = {
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
