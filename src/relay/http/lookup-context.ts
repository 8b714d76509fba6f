import { type CountedVisitor, isReserved, parseAddress, visitorAt } from '../client-ip.js';
import { REASONS, RelayError } from '../errors.js';
import type { ServedFrom } from '../events.js';
import type { RelayRequest } from './exchange.js';

const PLACES: readonly ServedFrom[] = ['memory', 'store', 'cache', 'service', 'source', 'fallback'];

export class LookupContext {
  /** The canonical IP address; `undefined` if it is not known. */
  readonly clientIp: string | undefined;
  /** The visitor's IP address if it is public, else `null`. */
  readonly publicIp: string | null;
  /** When the response must be sent, by `performance.now()`. */
  readonly deadline: number;
  /** When the lookup service must have responded, so that there is time for a fallback source. */
  readonly serviceDeadline: number;
  /** The failures of calls that this request waited for. Their events were sent already. */
  readonly failedCalls: RelayError[] = [];
  servedFrom: ServedFrom | undefined;
  #visitor: CountedVisitor | undefined;

  /**
   * @param givenClientIp The visitor's IP address, unchecked.
   * @param userAgent Empty if it shouldn't be parsed.
   * @param timeout Milliseconds for the response.
   * @param serviceTimeout Milliseconds for the lookup service.
   */
  constructor(
    readonly request: RelayRequest,
    readonly givenClientIp: unknown,
    readonly userAgent: string,
    timeout: number,
    serviceTimeout: number,
  ) {
    this.clientIp = typeof givenClientIp === 'string' ? parseAddress(givenClientIp) : undefined;
    this.publicIp = this.clientIp && !isReserved(this.clientIp) ? this.clientIp : null;
    this.deadline = performance.now() + timeout;
    this.serviceDeadline = performance.now() + serviceTimeout;
  }

  get visitor(): CountedVisitor {
    this.#visitor ??= visitorAt(this.clientIp);
    return this.#visitor;
  }

  recordServedFrom(from: ServedFrom): void {
    if (!this.servedFrom || PLACES.indexOf(from) > PLACES.indexOf(this.servedFrom)) this.servedFrom = from;
  }

  /** The visitor's public IP address. Throws a `RelayError` if there is none. */
  requirePublicIp(): string {
    const { clientIp, givenClientIp, publicIp } = this;
    if (publicIp) return publicIp;
    if (clientIp) throw new RelayError(REASONS.reservedAddress, { found: clientIp });
    const given = typeof givenClientIp === 'string' ? givenClientIp : typeof givenClientIp;
    throw new RelayError(REASONS.unknownAddress, {
      found: (givenClientIp ?? null) === null ? 'none' : `'${given}'`,
    });
  }
}
