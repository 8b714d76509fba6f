import type { Source } from '../options.js';

/** A platform's data as options of a relay: `createRelay(cloudflare())` is a complete relay. */
export interface Platform<Context = unknown> {
  /** The visitor's IP address, as the platform sets it; `null` if it doesn't. */
  clientIp(request: Request, context: Context): string | null;
  /** The visitor's location and network. */
  source: Source<Context>;
}
