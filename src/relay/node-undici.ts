import { LookupError } from '../model/error.js';

/** The maximum number of connections to the lookup service. Further calls wait. */
const CONNECTIONS = 64;
const KEEP_ALIVE = 30_000;

/**
 * Creates a `fetch` whose connections stay open between calls. Each step of a call takes at most `timeout`
 * milliseconds.
 *
 * Loads the package undici at once. If the package is missing, the unhandled `misconfigured` error stops the process at
 * its start instead of at its first visitor.
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
  return call as unknown as typeof fetch; // It follows the same standard, but has its own types.
}
