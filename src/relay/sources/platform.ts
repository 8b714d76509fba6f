import type { Source } from '../options.js';

/**
 * What a platform knows of a visitor, as options of a relay: `createRelay(cloudflare())` is a whole relay.
 */
export interface Platform<Context = unknown> {
  /** The visitor's IP address, as the platform sets it; `null` if it doesn't. */
  clientIp(request: Request, context: Context): string | null;
  /** The visitor's place and network. */
  source: Source<Context>;
}
