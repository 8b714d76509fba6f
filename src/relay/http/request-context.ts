import { type CountedVisitor, canonicalAddress, isReserved, visitorAt } from '../client-ip.js';
import { RelayError } from '../errors.js';
import type { ServedFrom } from '../events.js';
import { TimeBudget } from '../time-budget.js';
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

/** What is known of one admitted request on its way to data. */
export class RequestContext {
  /** The canonical IP address; `undefined` if it is not known. */
  readonly clientIp: string | undefined;
  #visitor: CountedVisitor | undefined;
  #helperBudget: TimeBudget | undefined;
  #servedFrom: ServedFrom | undefined;
  #failedCalls: RelayError[] | undefined;

  /**
   * @param givenClientIp The visitor's IP address as the deployment gave it.
   * @param userAgent Empty if no User-Agent is worth a credit.
   * @param helperTime Milliseconds to wait for stores.
   */
  constructor(
    readonly request: RelayRequest,
    readonly givenClientIp: unknown,
    readonly userAgent: string,
    readonly helperTime: number,
  ) {
    this.clientIp = typeof givenClientIp === 'string' ? canonicalAddress(givenClientIp) : undefined;
  }

  /** The visitor as limits count visitors. */
  get visitor(): CountedVisitor {
    this.#visitor ??= visitorAt(this.clientIp);
    return this.#visitor;
  }

  /** How long this request waits for stores, in all. */
  get helperBudget(): TimeBudget {
    this.#helperBudget ??= new TimeBudget(this.helperTime);
    return this.#helperBudget;
  }

  /** Where the data came from: the farthest place that was asked. */
  get servedFrom(): ServedFrom | undefined {
    return this.#servedFrom;
  }

  /** Records that a place was asked. */
  recordServedFrom(place: ServedFrom): void {
    if (!this.#servedFrom || DISTANCE[place] > DISTANCE[this.#servedFrom]) this.#servedFrom = place;
  }

  /** Records the failure of a call that this request waited for. Observers know of it already. */
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

  /** Whether the deployment gave anything for an IP address. */
  get isClientIpGiven(): boolean {
    return this.givenClientIp !== null && this.givenClientIp !== undefined;
  }

  /** The visitor's public IP address; throws a `RelayError` if there is none to look up. */
  requirePublicIp(): string {
    const { clientIp, givenClientIp, publicIp } = this;
    if (publicIp) return publicIp;
    if (clientIp) throw new RelayError(REQUEST_ERRORS.reservedAddress, { found: clientIp });
    const found = givenClientIp ?? 'nothing';
    throw new RelayError(REQUEST_ERRORS.unknownAddress, {
      found: typeof found === 'string' ? found : typeof found,
    });
  }
}
