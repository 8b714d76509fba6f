import type { RelayOutcome } from './events.js';
import type { Reason } from './reasons.js';

/** The maximum characters of what was found in a message. */
const MAX_FOUND = 100;

export interface RelayErrorOptions {
  /** The value that caused the error. The client sees it. */
  found?: string | undefined;
  /** Seconds after which to try again. */
  retryAfter?: number | undefined;
  /** Seconds for which the relay doesn't repeat the lookup. Default: 0. */
  cacheSeconds?: number | undefined;
  /** Whether the call that failed cost nothing, so that it doesn't count against limits. */
  isFree?: boolean;
  /** Whether the lookup service itself failed, and may fail for everybody. */
  isOutage?: boolean;
}

/** Why a request gets no data. It is thrown where the reason is found, and turned into a response in one place. */
export class RelayError extends Error {
  readonly status: number;
  readonly body: { code: string; message: string; resolution: string };
  readonly outcome: RelayOutcome;
  readonly retryAfter: number | undefined;
  readonly cacheSeconds: number;
  readonly isFree: boolean;
  readonly isOutage: boolean;

  constructor(reason: Reason, options: RelayErrorOptions = {}) {
    const { status, code, message, resolution, outcome } = reason;
    const { found = '', retryAfter, cacheSeconds = 0, isFree = false, isOutage = false } = options;
    super(code);
    const fill = (text: string) => text.replaceAll('%', () => found.slice(0, MAX_FOUND));
    this.status = status;
    this.outcome = outcome ?? (code.toLowerCase() as Lowercase<typeof code>);
    this.body = { code, message: fill(message), resolution: fill(resolution) };
    this.retryAfter = retryAfter;
    this.cacheSeconds = cacheSeconds;
    this.isFree = isFree;
    this.isOutage = isOutage;
  }
}

/** Whether a thrown value is a `RelayError`. Callbacks may throw anything, even an object whose properties throw. */
export function isRelayError(thrown: unknown): thrown is RelayError {
  try {
    return thrown instanceof RelayError;
  } catch {
    return false;
  }
}
