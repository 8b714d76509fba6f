/**
 * Why a lookup failed:
 *
 * - `misconfigured`: a setting is missing or wrong; no request was sent
 * - `unauthorized`: the service refused the key, the origin or the IP address (401, 403, 451)
 * - `out-of-credits`: the key's account has no credits left (402)
 * - `rate-limited`: too many requests (429); see `retryAfter`
 * - `bad-request`: any other 4xx
 * - `service`: any 5xx
 * - `invalid-response`: the response isn't a JSON object
 * - `network`: offline, blocked, or refused by CORS; browsers don't distinguish these
 * - `timeout`: no response within the setting `timeout`
 * - `aborted`: the caller's signal ended its wait
 * - `skipped`: the visitor is a crawler; no request was sent (setting `skipBots`)
 */
export type LookupErrorCode =
  | 'misconfigured'
  | 'unauthorized'
  | 'out-of-credits'
  | 'rate-limited'
  | 'bad-request'
  | 'service'
  | 'invalid-response'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'skipped';

/** What an error has besides its code and message. */
export type LookupErrorDetails = Partial<
  Pick<LookupError, 'status' | 'retryAfter' | 'serviceCode' | 'resolution' | 'cause'>
>;

/** Why a lookup failed. Never contains an API key. */
export class LookupError extends Error {
  /** Always `LookupError`. */
  override readonly name = 'LookupError';
  /** The HTTP status, if the service responded. */
  declare readonly status?: number | undefined;
  /** Seconds to wait before the next lookup, if the service said so (429 and 503). */
  declare readonly retryAfter?: number | undefined;
  /** The service's own code, such as `INVALID_API_KEY`, if its body has one. */
  declare readonly serviceCode?: string | undefined;
  /** The service's advice, if its body has any. */
  declare readonly resolution?: string | undefined;

  constructor(
    /** Why the lookup failed. */
    readonly code: LookupErrorCode,
    message: string,
    { cause, ...details }: LookupErrorDetails = {},
  ) {
    super(message, { cause });
    Object.assign(this, details);
  }

  /** Makes `instanceof` true for the errors of another copy of the package too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isLookupError(value);
  }
}

/** Whether a value is a `LookupError`, even one from another copy of the package or another realm. */
export function isLookupError(value: unknown): value is LookupError {
  return (value as Partial<LookupError> | null | undefined)?.name === 'LookupError';
}

/** The whole seconds that a rate limit lasts: by default a minute, at most a day. */
export const rateLimitSeconds = (retryAfter = 60): number => Math.min(Math.ceil(retryAfter), 86_400);

/** The seconds in a `Retry-After` header, which has a number or a date. `undefined` if it has neither. */
export function retryAfterSeconds(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return seconds >= 0 ? seconds : undefined;
}
