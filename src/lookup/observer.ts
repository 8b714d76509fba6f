/**
 * An observer follows the query that the current settings call for, and tells one listener. Between them stand the gate
 * (consent, crawlers, prerendering) and the view (choice, simulation, guess).
 */

import { LookupError } from '../model/error.js';
import { idle, type LookupName, type Snapshot } from '../model/types.js';
import { isAllowed, isPrerendering, isSkipped } from './consent.js';
import { ofDocument } from './document.js';
import { page } from './page.js';
import { allQueries, forgetQueries, queryFor, release, retain } from './queries.js';
import { Query } from './query.js';
import { safely } from './report.js';
import { requestFor } from './request.js';
import type { CheckedSettings } from './settings.js';

/** What a caller asks. */
export interface Question {
  readonly lookup: LookupName;
  /** The User-Agent to parse, in place of the visitor's own. */
  readonly ua?: string | undefined;
  /** The settings as they are now; or, where they are wrong or missing, the snapshot to show. */
  settings(): CheckedSettings | Snapshot<never>;
}

/** Turns the snapshot of an IP lookup into what the page sees, with choice, simulation or guess. The same gives the same. */
export type View = (snapshot: Snapshot<object>) => Snapshot<object>;

let view: View | undefined;

/** Sets the view of all observers. The first one set stays. */
export function useView(next: View): void {
  if (view) return;
  view = next;
  changed();
}

const see = ({ lookup }: Question, snapshot: Snapshot<object>): Snapshot<object> =>
  (lookup === 'ip' && view?.(snapshot)) || snapshot;

let skipped: Snapshot<never> | undefined;

/** The query to follow now; or a snapshot to show instead: `idle` while the gate is closed, or why nothing is asked. */
function targetOf({ lookup, ua, settings }: Question): Query | Snapshot<object> {
  const now = settings();
  if ('pending' in now) return now;
  if (isSkipped(now)) {
    skipped ??= Object.freeze({
      ...idle,
      error: new LookupError('skipped', 'No lookup was made: the visitor is a crawler.'),
    });
    return skipped;
  }
  if (!isAllowed(now.consent) || isPrerendering()) return idle;
  return now.known ?? queryFor(requestFor(lookup, now, ua), now);
}

const snapshotOf = (target: Query | Snapshot<object>) => (target instanceof Query ? target.snapshot : target);

/** What is known, without asking the service. What an earlier page stored counts. */
export function peek(question: Question): Snapshot<object> {
  const target = targetOf(question);
  // A query with observers has looked into storage already.
  if (target instanceof Query && !target.observers.size) {
    target.recall();
    if (target.snapshot !== idle) retain(target);
  }
  return see(question, snapshotOf(target));
}

/** Called with each new snapshot. `isSettled`: there is data or an error, and no request is under way. */
export type Listener = (snapshot: Snapshot<object>, isSettled: boolean) => void;

export class Observer {
  readonly #question: Question;
  readonly #listener: Listener;
  /** Whether a refresh is wanted and has not begun, such as while the gate is closed. */
  #refresh: boolean;
  #target: Query | Snapshot<object> = idle;
  #last: Snapshot<object> | undefined;

  /** Calls the listener at once, and at every change until `stop()`. */
  constructor(question: Question, listener: Listener, refresh: boolean) {
    this.#question = question;
    this.#listener = listener;
    this.#refresh = refresh;
    watchPage();
    observers.add(this);
    this.follow();
  }

  stop(): void {
    observers.delete(this);
    if (this.#target instanceof Query) release(this.#target, this.#notify);
  }

  /**
   * Finds the query anew, since settings or the gate may have changed, and follows it.
   *
   * @param isConfigured Whether settings changed, which makes a refused lookup worth another try.
   */
  follow(isConfigured = false): void {
    const before = this.#target;
    const target = targetOf(this.#question);
    this.#target = target;
    if (before !== target && before instanceof Query) release(before, this.#notify);
    if (target instanceof Query) {
      target.observers.add(this.#notify);
      retain(target);
      const refresh = this.#refresh;
      this.#refresh = false;
      if (before !== target || isConfigured || refresh) target.fetch(refresh);
    }
    this.#notify();
  }

  readonly #notify = () => {
    const raw = snapshotOf(this.#target);
    const snapshot = see(this.#question, raw);
    if (!observers.has(this) || snapshot === this.#last) return;
    this.#last = snapshot;
    safely(() => this.#listener(snapshot, !raw.pending && Boolean(raw.data ?? raw.error)));
  };
}

const observers = new Set<Observer>();
let { settings, revokes } = page;

/** Has every observer start anew, after a change of settings, consent, choice or of what the view adds. */
export function changed(): void {
  const isConfigured = settings !== page.settings;
  if (revokes !== page.revokes) forgetQueries();
  ({ settings, revokes } = page);
  for (const observer of [...observers]) if (observers.has(observer)) observer.follow(isConfigured);
}

page.listeners.add(changed);

let isWatching = false;

/** Listens, from the first observer on, to the page's own events: online, shown after prerendering, loaded. */
function watchPage(): void {
  if (isWatching) return;
  isWatching = true;
  globalThis.addEventListener?.('online', () => {
    for (const query of allQueries()) query.invalidate();
  });
  ofDocument('addEventListener')?.('prerenderingchange', changed);
  globalThis.addEventListener?.('load', changed);
}
