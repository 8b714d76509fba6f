import type { Source } from '../options.js';

/** What a platform knows of a visitor, as options of a relay: `createRelay(cloudflare())` is a whole one. */
export interface Platform<Context = unknown> {
  /** The visitor's IP address as the platform tells it; `null` where it doesn't. */
  clientIp(request: Request, context: Context): string | null;
  /** Where the visitor is, and in which network. */
  source: Source<Context>;
}
