/**
 * One question to the service: its answer, its requests, and what is stored of it. Its options are those of the newest
 * observer.
 */
import { LookupError } from '../model/error.js';
import { type Answer, idle, type Snapshot } from '../model/types.js';
import { page } from './page.js';
import { isWithin, pauseOf, persist, storedOutcome } from './records.js';
import { type LookupRequest, send } from './request.js';
import type { CheckedSettings } from './settings.js';
import { oncePerBrowser } from './tabs.js';

/** The result of a run: an answer, an error, or `undefined` where it was given up since nobody waited any more. */
type Outcome = Answer | LookupError | undefined;

/** A request under way, with the page's settings when it was sent. */
interface Run {
  readonly settings: object;
}

/** Whether to try again: the failure may be temporary, and another try is unlikely to cost a second credit. */
const mayPass = ({ code, status = 0 }: LookupError): boolean =>
  code === 'network' ? !status : [502, 503, 504].includes(status);

export class Query {
  /** Called when the snapshot changes. */
  readonly observers = new Set<() => void>();
  readonly request: LookupRequest;
  /** The settings of the newest observer. */
  settings: CheckedSettings;
  #snapshot: Snapshot<object> = idle;
  /** The end of a pause that the service asked for (429), in milliseconds since 1970. */
  #pausedUntil = 0;
  /** The page's settings when the service refused the key or its credits. With the same settings it is not asked again. */
  #refused: object | undefined;
  /** Whether the answer was read from storage. */
  #isStored = false;
  /** The `initialData` that was taken over already. */
  #initial: Answer | undefined;
  /** Whether the browser was offline since the answer came. */
  #isOutdated = false;
  #run: Run | undefined;

  constructor(request: LookupRequest, settings: CheckedSettings) {
    this.request = request;
    this.settings = settings;
  }

  get #isFresh(): boolean {
    const { updatedAt, error } = this.#snapshot;
    if (!updatedAt || error || this.#isOutdated) return false;
    const { maxAge } = this.settings;
    // With `maxAge: 0` an answer is fresh for the page that requested it, and for no other.
    return maxAge ? isWithin(updatedAt, maxAge) : !this.#isStored;
  }

  /** Whether the service may be asked now. A refresh passes over a fresh answer and a remembered refusal, never a pause. */
  #isDue(refresh: boolean): boolean {
    if (this.#run) return false;
    if (this.#snapshot.error?.code === 'rate-limited') return this.#pausedUntil <= Date.now();
    return refresh || !(this.#isFresh || this.#refused === page.settings);
  }

  /** What an earlier page, or another tab, stored: an answer that is newer than this one, or else a pause. */
  get #stored(): Answer | LookupError | undefined {
    return storedOutcome(this.request.name, this.settings, this.#snapshot.updatedAt);
  }

  /** The current snapshot: frozen, and the same object while nothing changes. */
  get snapshot(): Snapshot<object> {
    const stale = this.#snapshot.data !== undefined && !this.#isFresh;
    if (stale !== this.#snapshot.stale) this.#snapshot = Object.freeze({ ...this.#snapshot, stale });
    return this.#snapshot;
  }

  /** Asks the service, unless there is a fresh answer, a remembered refusal or a pause. `refresh`: only a pause holds it up. */
  fetch(refresh = false): void {
    this.recall(refresh);
    if (!this.#isDue(refresh)) return;
    const run = { settings: page.settings };
    this.#run = run;
    const { storage, maxAge, timeout } = this.settings;
    const ask = () => this.#ask(run);
    const find = () => this.#stored;
    const isShared = storage === 'local' && maxAge > 0 && !refresh;
    const asked = isShared
      ? oncePerBrowser(`visitor-elements/${this.request.name}`, find, ask, timeout)
      : ask();
    void asked.then((outcome) => {
      if (this.#run === run) this.#settle(outcome);
    });
    this.#update({ pending: true });
  }

  /** Takes over `initialData`, and, before the service is asked, what is stored. A stored pause holds up a refresh too. */
  recall(refresh = false): void {
    const { answer: initial } = this.settings;
    if (initial && initial !== this.#initial) {
      this.#initial = initial;
      this.#run = undefined;
      this.#take(initial, false, refresh);
      persist(this.request.name, this.settings, initial);
    }
    while (this.#isDue(refresh)) {
      const outcome = this.#stored;
      if (!outcome) return;
      this.#take(outcome, true, refresh);
    }
  }

  /** Called when the browser was offline: an answer may be out of date, and after a failure another try is worth it. */
  invalidate(): void {
    this.#isOutdated = true;
    if (this.#snapshot.data) this.#update({});
    else if (this.observers.size) this.fetch();
  }

  /** Ignores the outcome of a run under way. */
  cancel(): void {
    this.#run = undefined;
  }

  /** Sends the request, and again where that is safe, while somebody waits for it. */
  async #ask(run: Run): Promise<Outcome> {
    const { timeout, retries } = this.settings;
    for (let tried = 0; this.#run === run && this.observers.size; tried++) {
      const outcome = await send(this.request, timeout);
      if (!(outcome instanceof LookupError) || !mayPass(outcome) || tried >= retries) {
        // Without an observer, the page's settings may have changed since, and forbid to store this.
        const mayPersist = this.observers.size || run.settings === page.settings;
        if (this.#run === run && mayPersist) persist(this.request.name, this.settings, outcome);
        return outcome;
      }
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** tried * (0.5 + Math.random())));
    }
    return undefined;
  }

  #settle(outcome: Outcome): void {
    this.#run = undefined;
    if (outcome) this.#take(outcome);
    else {
      this.#update({ pending: false });
      // An observer may have come after the run was given up.
      if (this.observers.size) this.fetch();
    }
  }

  #take(outcome: Answer | LookupError, isStored = false, pending = false): void {
    this.#refused = undefined;
    if (outcome instanceof LookupError) {
      const { code } = outcome;
      if (code === 'rate-limited') this.#pausedUntil = Date.now() + pauseOf(outcome) * 1000;
      if (code === 'unauthorized' || code === 'out-of-credits') this.#refused = page.settings;
      this.#update({ error: outcome, pending: false });
    } else {
      this.#isStored = isStored;
      this.#isOutdated = false;
      this.#update({ data: outcome.data, updatedAt: outcome.at, error: undefined, pending });
    }
  }

  #update(change: Partial<Snapshot<object>>): void {
    this.#snapshot = Object.freeze({ ...this.#snapshot, ...change });
    for (const observer of [...this.observers]) observer();
  }
}
