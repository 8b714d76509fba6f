import type { Visitor } from '../client-ip.js';
import { hasPassed } from '../clock.js';
import { RelayError } from '../errors.js';

const HOUR = 3_600_000;
/** The most visitors and /48 blocks that are counted, about 15 MB. Past that, the one whose hour ends first is dropped. */
const MOST_COUNTED = 50_000;
/** How many visitors a /48 of IPv6 counts as at most. */
const VISITORS_OF_SITE = 16;

interface Count {
  /** When the hour ends, in milliseconds since 1970. */
  ends: number;
  calls: number;
  browsers: number;
}

/** Counts the calls of the lookup service that visitors cause, each in an hour of its own. */
export class Counts {
  /** In order of their ends, since each begins as it is added. */
  readonly #counts = new Map<string, Count>();
  #all = newCount(0);

  constructor(
    readonly perVisitor: number,
    readonly perHour: number,
  ) {}

  /**
   * Counts a call before it is made; the result takes it back, where it was not made after all.
   *
   * @throws {RelayError} Where the visitor, or all together, have had their share.
   */
  take({ name, site }: Visitor, isBrowser: boolean): () => void {
    const now = Date.now();
    if (hasPassed(this.#all.ends, HOUR, now)) this.#all = newCount(now);
    const all = this.#all;
    const shared =
      site === name
        ? []
        : [{ name: site, count: this.#countOf(site, now), most: this.perVisitor * VISITORS_OF_SITE }];
    const counts = [{ name, count: this.#countOf(name, now), most: this.perVisitor }, ...shared];
    const full = counts.find(
      ({ count, most }) => count.calls >= most || (isBrowser && count.browsers >= Math.floor((most * 2) / 3)),
    );
    if (full) throw new RelayError('visitorLimit', '', secondsUntil(full.count.ends, now));
    if (all.calls >= this.perHour) throw new RelayError('hourLimit', '', secondsUntil(all.ends, now));
    const taken = [all, ...counts.map(({ count }) => count)];
    const change = (by: number) => {
      for (const count of taken) {
        count.calls += by;
        if (isBrowser) count.browsers += by;
      }
    };
    change(1);
    for (const { name, count } of counts) this.#keep(name, count);
    return () => {
      change(-1);
      for (const { name, count } of counts) this.#dropIfEmpty(name, count);
    };
  }

  #countOf(name: string, now: number): Count {
    const count = this.#counts.get(name);
    if (count && !hasPassed(count.ends, HOUR, now)) return count;
    this.#counts.delete(name);
    return newCount(now);
  }

  #keep(name: string, count: Count): void {
    if (this.#counts.has(name)) return;
    this.#counts.set(name, count);
    const [first] = this.#counts.keys();
    if (this.#counts.size > MOST_COUNTED && first !== undefined) this.#counts.delete(first);
  }

  /** Drops a count that has come down to nothing, so that it takes no room from others. */
  #dropIfEmpty(name: string, count: Count): void {
    if (count.calls === 0 && this.#counts.get(name) === count) this.#counts.delete(name);
  }
}

const newCount = (now: number): Count => ({ ends: now + HOUR, calls: 0, browsers: 0 });

const secondsUntil = (moment: number, now: number) => Math.max(1, Math.ceil((moment - now) / 1000));
