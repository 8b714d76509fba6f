/** Why a request gets no data. `%` in a text is what was found. */
export type Reason = readonly [
  status: number,
  code: string,
  message: string,
  resolution: string,
  /** What `onEvent` is told. Default: the code in lower case. */
  outcome?: string,
];

export const RELAY_FAILED = [
  500,
  'INTERNAL',
  'The relay failed.',
  "See the relay's log.",
] as const satisfies Reason;

/** Characters of what was found that a message shows. */
const MAX_FOUND = 100;

export interface RelayErrorOptions {
  /** What was found. The client sees it. */
  found?: string | undefined;
  /** Seconds after which to ask again. */
  retryAfter?: number | undefined;
  /** Seconds for which the relay doesn't repeat the lookup. Default: 0. */
  cacheSeconds?: number | undefined;
}

/** A request that gets no data: thrown where the reason is found, turned into a response in one place. */
export class RelayError extends Error {
  readonly status: number;
  readonly body: { code: string; message: string; resolution: string };
  /** What `onEvent` is told. */
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

/** Whether something thrown is a `RelayError`. Callbacks may throw anything, also an object that throws when it is read. */
export function isRelayError(thrown: unknown): thrown is RelayError {
  try {
    return thrown instanceof RelayError;
  } catch {
    return false;
  }
}
