/** Why a request gets no data. In its texts, `%` is replaced by what was found. */
export type Reason = readonly [
  status: number,
  code: string,
  message: string,
  resolution: string,
  /** The outcome of the event. Default: the code in lower case. */
  outcome?: string,
];

export const RELAY_FAILED = [
  500,
  'INTERNAL',
  'The relay failed.',
  "See the relay's log.",
] as const satisfies Reason;

/** The maximum characters of what was found in a message. */
const MAX_FOUND = 100;

export interface RelayErrorOptions {
  /** The value that caused the error. The client sees it. */
  found?: string | undefined;
  /** Seconds after which to try again. */
  retryAfter?: number | undefined;
  /** Seconds for which the relay doesn't repeat the lookup. Default: 0. */
  cacheSeconds?: number | undefined;
}

/** Why a request gets no data. It is thrown where the reason is found, and turned into a response in one place. */
export class RelayError extends Error {
  readonly status: number;
  readonly body: { code: string; message: string; resolution: string };
  /** The outcome of the event. */
  readonly outcome: string;
  readonly retryAfter: number | undefined;
  readonly cacheSeconds: number;

  constructor(reason: Reason, { found = '', retryAfter, cacheSeconds = 0 }: RelayErrorOptions = {}) {
    const [status, code, message, resolution, outcome = code.toLowerCase()] = reason;
    super(code);
    const fill = (text: string) => text.replaceAll('%', () => found.slice(0, MAX_FOUND));
    this.status = status;
    this.outcome = outcome;
    this.body = { code, message: fill(message), resolution: fill(resolution) };
    this.retryAfter = retryAfter;
    this.cacheSeconds = cacheSeconds;
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
