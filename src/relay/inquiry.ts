import { canonicalAddress, isReserved, type Visitor, visitorAt } from './address.js';
import { RelayError } from './errors.js';
import type { From } from './observer.js';
import { Patience } from './patience.js';
import type { Visit } from './visit.js';

const DISTANCE: Record<From, number> = { memory: 0, store: 1, cache: 1, service: 2, source: 2 };

/** One request that was let in, on its way to an answer. */
export class Inquiry {
  /** The canonical address; `undefined` where it is not known. */
  readonly address: string | undefined;
  #visitor: Visitor | undefined;
  #patience: Patience | undefined;
  #from: From | undefined;

  /**
   * @param told The visitor's address as the deployment told it.
   * @param userAgent Empty where there is none that is worth a credit.
   * @param waits Milliseconds that helpers are waited for.
   */
  constructor(
    readonly visit: Visit,
    readonly told: unknown,
    readonly userAgent: string,
    readonly waits: number,
  ) {
    this.address = typeof told === 'string' ? canonicalAddress(told) : undefined;
  }

  /** Who is counted. */
  get visitor(): Visitor {
    this.#visitor ??= visitorAt(this.address);
    return this.#visitor;
  }

  /** How long this request waits for kept answers, in all. */
  get patience(): Patience {
    this.#patience ??= new Patience(this.waits);
    return this.#patience;
  }

  /** The farthest that was asked. */
  get from(): From | undefined {
    return this.#from;
  }

  reach(from: From): void {
    if (!this.#from || DISTANCE[from] > DISTANCE[this.#from]) this.#from = from;
  }

  /** The visitor's address; throws a `RelayError` where that is none to look up. */
  publicAddress(): string {
    const { address, told } = this;
    if (!address) throw new RelayError('unknownAddress', typeof told === 'string' ? told : typeof told);
    if (isReserved(address)) throw new RelayError('reservedAddress', address);
    return address;
  }
}
