import { canonicalAddress, isReserved, type Visitor, visitorAt } from '../client-ip.js';
import { RelayError } from '../errors.js';
import type { From } from '../events.js';
import { TimeBudget } from '../time-budget.js';
import type { RelayRequest } from './exchange.js';

const DISTANCE: Record<From, number> = { memory: 0, store: 1, cache: 1, service: 2, source: 2, fallback: 3 };

/** What is known of one request that was let in, on its way to an answer. */
export class RequestContext {
  /** The canonical address; `undefined` where it is not known. */
  readonly address: string | undefined;
  #visitor: Visitor | undefined;
  #helperBudget: TimeBudget | undefined;
  #from: From | undefined;
  #failedCalls: RelayError[] | undefined;

  /**
   * @param givenAddress The visitor's address as the deployment gave it.
   * @param userAgent Empty where there is none that is worth a credit.
   * @param helperTime Milliseconds that stores are waited for.
   */
  constructor(
    readonly request: RelayRequest,
    readonly givenAddress: unknown,
    readonly userAgent: string,
    readonly helperTime: number,
  ) {
    this.address = typeof givenAddress === 'string' ? canonicalAddress(givenAddress) : undefined;
  }

  /** The visitor as limits count them. */
  get visitor(): Visitor {
    this.#visitor ??= visitorAt(this.address);
    return this.#visitor;
  }

  /** How long this request waits for kept answers, in all. */
  get helperBudget(): TimeBudget {
    this.#helperBudget ??= new TimeBudget(this.helperTime);
    return this.#helperBudget;
  }

  /** Where the answer came from: the farthest place that was asked. */
  get from(): From | undefined {
    return this.#from;
  }

  /** Notes that a place was asked. */
  asked(from: From): void {
    if (!this.#from || DISTANCE[from] > DISTANCE[this.#from]) this.#from = from;
  }

  /** Notes the failure of a call that this request waited for: observers have heard of it. */
  callFailed(failure: RelayError): void {
    this.#failedCalls ??= [];
    this.#failedCalls.push(failure);
  }

  isFailedCall(failure: RelayError): boolean {
    return this.#failedCalls?.includes(failure) ?? false;
  }

  /** The visitor's address where it is public, else `null`. */
  get publicAddress(): string | null {
    return this.address && !isReserved(this.address) ? this.address : null;
  }

  /** Whether the deployment gave anything for an address. */
  get isAddressGiven(): boolean {
    return this.givenAddress !== null && this.givenAddress !== undefined;
  }

  /** The visitor's public address; throws a `RelayError` where there is none to look up. */
  demandPublicAddress(): string {
    const { address, givenAddress, publicAddress } = this;
    if (publicAddress) return publicAddress;
    if (address) throw new RelayError('reservedAddress', address);
    const found = givenAddress ?? 'nothing';
    throw new RelayError('unknownAddress', typeof found === 'string' ? found : typeof found);
  }
}
