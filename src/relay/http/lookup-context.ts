import type { LookupName } from '../../model/types.js';
import { type CheckedOptions, serviceTimeoutOf } from '../checked-options.js';
import { type CountedVisitor, isReserved, parseAddress, visitorAt } from '../client-ip.js';
import { REASONS, RelayError } from '../errors.js';
import type { ServedFrom } from '../events.js';
import type { Reporter } from '../reporter.js';
import type { RelayRequest } from './exchange.js';

const PLACES: readonly ServedFrom[] = ['memory', 'store', 'cache', 'service', 'source', 'fallback'];
/** The maximum characters of a User-Agent. A longer one isn't parsed. */
const MAX_USER_AGENT = 1024;

/** What is known of a request, from its beginning to its event. */
export class LookupContext {
  /** Moments of `performance.now()`: when the request came, and when the response must be sent. */
  readonly started = performance.now();
  readonly deadline: number;
  /** When the lookup service must have responded, so that there is time for a fallback source. */
  readonly serviceDeadline: number;
  /** `null` until the request is admitted. */
  lookup: LookupName | null = null;
  /** Empty if it shouldn't be parsed. */
  userAgent = '';
  /** The visitor's canonical IP address if it is public, else `null`. */
  publicIp: string | null = null;
  /** The failures whose events were sent, such as those of calls that this request waited for. */
  readonly reported: unknown[] = [];
  servedFrom: ServedFrom | undefined;
  #given: unknown;
  #clientIp: string | undefined;

  constructor(
    readonly request: RelayRequest,
    readonly reporter: Reporter,
    options: CheckedOptions,
  ) {
    this.deadline = this.started + options.timeout;
    this.serviceDeadline = this.started + serviceTimeoutOf(options);
  }

  admit(lookup: LookupName, needsBrowser: boolean): void {
    this.lookup = lookup;
    const userAgent = (needsBrowser && this.request.header('user-agent')) || '';
    if (userAgent.length <= MAX_USER_AGENT) this.userAgent = userAgent;
    try {
      this.#given = this.request.clientIp();
    } catch (thrown) {
      const fault = { lookup: null, outcome: 'internal', status: 0 } as const;
      if (!(thrown instanceof RelayError)) this.reporter.notify('fault', fault, this.started);
      throw thrown;
    }
    // A promise isn't an IP address. If it rejects, it must not end the process.
    if (this.#given instanceof Promise) this.#given.catch(() => {});
    this.#clientIp = typeof this.#given === 'string' ? parseAddress(this.#given) : undefined;
    if (this.#clientIp && !isReserved(this.#clientIp)) this.publicIp = this.#clientIp;
  }

  get visitor(): CountedVisitor {
    return visitorAt(this.#clientIp);
  }

  /** Sends the event of a failure, unless it was sent. */
  reportFailure(lookup: LookupName, failure: RelayError, from?: ServedFrom, started = this.started): void {
    const { outcome, status } = failure;
    if (this.reported.includes(failure)) return;
    this.reported.push(failure);
    this.reporter.notify('fault', { lookup, outcome, status, ...(from && { from }) }, started);
  }

  recordServedFrom(from: ServedFrom): void {
    if (!this.servedFrom || PLACES.indexOf(from) > PLACES.indexOf(this.servedFrom)) this.servedFrom = from;
  }

  requirePublicIp(): string {
    if (this.publicIp) return this.publicIp;
    if (this.#clientIp) throw new RelayError(REASONS.reservedAddress, { found: this.#clientIp });
    const given = this.#given ?? null;
    const found = given === null ? 'none' : `'${typeof given === 'string' ? given : typeof given}'`;
    throw new RelayError(REASONS.unknownAddress, { found });
  }
}
