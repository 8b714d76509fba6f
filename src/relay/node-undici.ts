import { LookupError } from '../model/error.js';

/** Sockets to the lookup service at most; further calls wait for a free one. */
const CONNECTIONS = 64;
const KEEP_ALIVE = 30_000;

/**
 * A `fetch` whose connections stay open between calls, each step of one bounded by `timeout` milliseconds.
 *
 * The package undici is loaded at once. Where it is missing, that is an unhandled `misconfigured` error: the process
 * stops as it starts, rather than at its first visitor.
 */
export function undiciFetch(timeout: number): typeof fetch {
  const loaded = load(timeout);
  return async (...request) => (await loaded)(...request);
}

async function load(timeout: number): Promise<typeof fetch> {
  const undici = await import('undici').catch((cause) => {
    throw new LookupError(
      'misconfigured',
      'The package undici is missing. Run "npm install undici@7", or set the option "fetch". See visitor-elements/docs/server.md#start-a-server.',
      { cause },
    );
  });
  const dispatcher = new undici.Agent({
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE,
    connect: { timeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  });
  const call: typeof undici.fetch = (input, init) => undici.fetch(input, { ...init, dispatcher });
  return call as unknown as typeof fetch; // The same standard, but its types are undici's own.
}
