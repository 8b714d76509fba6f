import { type CountedVisitor, canonicalAddress, isReserved, visitorAt } from '../client-ip.js';
import { RelayError } from '../errors.js';
import type { ServedFrom } from '../reporting.js';
import { TimeBudget } from '../time.js';
import type { RelayRequest } from './exchange.js';
import { REQUEST_ERRORS } from './request-errors.js';

const DISTANCE: Record<ServedFrom, number> = {
  memory: 0,
  store: 1,
  cache: 1,
  service: 2,
  source: 2,
  fallback: 3,
};

/** What is known of an admitted request. */
export class LookupContext {
  /** The canonical IP address; `undefined` if it is not known. */
  readonly clientIp: string | undefined;
  #visitor: CountedVisitor | undefined;
  #storeBudget: TimeBudget | undefined;
  #servedFrom: ServedFrom | undefined;
  #failedCalls: RelayError[] | undefined;

  /**
   * @param givenClientIp The visitor's IP address, unchecked.
   * @param userAgent Empty if it shouldn't be parsed.
   * @param storeTime Milliseconds to wait for stores.
   */
  constructor(
    readonly request: RelayRequest,
    readonly givenClientIp: unknown,
    readonly userAgent: string,
    readonly storeTime: number,
  ) {
    this.clientIp = typeof givenClientIp === 'string' ? canonicalAddress(givenClientIp) : undefined;
  }

  /** The visitor as the limits count it. */
  get visitor(): CountedVisitor {
    this.#visitor ??= visitorAt(this.clientIp);
    return this.#visitor;
  }

  /** The remaining time to wait for stores, for the whole request. */
  get storeBudget(): TimeBudget {
    this.#storeBudget ??= new TimeBudget(this.storeTime);
    return this.#storeBudget;
  }

  /** The farthest place that was tried for the data. */
  get servedFrom(): ServedFrom | undefined {
    return this.#servedFrom;
  }

  /** Records that data was requested from a place. */
  recordServedFrom(from: ServedFrom): void {
    if (!this.#servedFrom || DISTANCE[from] > DISTANCE[this.#servedFrom]) this.#servedFrom = from;
  }

  /** Records the failure of a call that this request waited for. Its event was sent already. */
  recordFailedCall(failure: RelayError): void {
    this.#failedCalls ??= [];
    this.#failedCalls.push(failure);
  }

  isFailedCall(failure: RelayError): boolean {
    return this.#failedCalls?.includes(failure) ?? false;
  }

  /** The visitor's IP address if it is public, else `null`. */
  get publicIp(): string | null {
    return this.clientIp && !isReserved(this.clientIp) ? this.clientIp : null;
  }

  /** Whether `clientIp` returned anything. */
  get isClientIpGiven(): boolean {
    return this.givenClientIp !== null && this.givenClientIp !== undefined;
  }

  /** The visitor's public IP address. Throws a `RelayError` if there is none. */
  requirePublicIp(): string {
    const { clientIp, givenClientIp, publicIp } = this;
    if (publicIp) return publicIp;
    if (clientIp) throw new RelayError(REQUEST_ERRORS.reservedAddress, { found: clientIp });
    const given = typeof givenClientIp === 'string' ? givenClientIp : typeof givenClientIp;
    throw new RelayError(REQUEST_ERRORS.unknownAddress, {
      found: this.isClientIpGiven ? `'${given}'` : 'none',
    });
  }
}
