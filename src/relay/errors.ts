import { OWN_REASONS } from './upstream/lookup-errors.js';
import { SERVICE_REASONS } from './upstream/service-errors.js';

const REASONS = { ...OWN_REASONS, ...SERVICE_REASONS };

type ReasonName = keyof typeof REASONS;
const names = Object.keys(REASONS) as ReasonName[];

/** What `observe` is told of refusals that share the code TOO_MANY_REQUESTS. */
const OUTCOMES: Partial<Record<ReasonName, string>> = {
  visitorLimit: 'visitor-limit',
  hourLimit: 'hour-limit',
  limit: 'limit',
  TOO_MANY_REQUESTS: 'service-limit',
};

/** A request that gets no data: thrown by whatever finds the reason, answered in one place. */
export class RelayError extends Error {
  readonly status: number;
  readonly body: { code: string; message: string; resolution: string };
  /** What `observe` is told. */
  readonly outcome: string;

  /**
   * @param found What was found; shown to the client.
   * @param retryAfter Seconds after which to ask again.
   * @param holds Seconds for which the relay does not put the same question again.
   */
  constructor(
    reason: ReasonName,
    found = '',
    readonly retryAfter?: number,
    readonly holds = 0,
  ) {
    const [status, code, message, resolution] = REASONS[reason];
    super(code);
    const fill = (text: string) => text.replaceAll('%', () => found.slice(0, 100));
    this.status = status;
    this.outcome = OUTCOMES[reason] ?? code.toLowerCase();
    this.body = { code, message: fill(message), resolution: fill(resolution) };
  }
}

const BY_STATUS: Readonly<Record<number, ReasonName>> = {
  401: 'MISSING_API_KEY',
  402: 'INSUFFICIENT_CREDITS',
  403: 'INVALID_API_KEY',
  404: 'nothing',
  429: 'TOO_MANY_REQUESTS',
  451: 'DISABLED_API_KEY',
  502: 'failed502',
  503: 'failed503',
  504: 'failed504',
};

/** Whether something thrown is a `RelayError`. Anything may be thrown at a relay, also what throws when it is looked at. */
export function isRelayError(thrown: unknown): thrown is RelayError {
  try {
    return thrown instanceof RelayError;
  } catch {
    return false;
  }
}

/** Prints a failure of what the deployment passed in: its own developer must see why. Never with the key; never throws. */
export function log(thrown: unknown, apiKey: string): void {
  try {
    const text = String(thrown instanceof Error ? thrown.stack : thrown);
    console.error(apiKey ? text.replaceAll(apiKey, '…') : text);
  } catch {
    console.error('The relay failed: what was thrown cannot be printed.');
  }
}

/** The reason behind an error status of the lookup service; its own code counts where it goes with that status. */
export function reasonFor(status: number, code: unknown): ReasonName {
  const known = names.find((name) => name === code && REASONS[name][0] === status);
  return (
    known ?? BY_STATUS[status] ?? (status < 400 ? 'unusable' : status < 500 ? 'BAD_REQUEST' : 'INTERNAL')
  );
}
