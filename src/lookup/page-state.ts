/**
 * The page's one state: who reads what, and what is known of it. Every change takes one way: each reader asks its question
 * again; may it ask now? then an attempt; what comes of it is seen through the view, and told.
 */

import { type Ask, leaveTo } from './ask.js';
import { attempt } from './attempt.js';
import { saveChoice } from './choice.js';
import { Entries, type Entry, type Reader, type Seat } from './entries.js';
import { isLookupError, LookupError } from './error.js';
import { allowsMore, isFresh, isRefused, learn, type Patience, snapshotOf } from './known.js';
import { page, safely } from './page.js';
import { keep, type Outcome, recall } from './records.js';
import type { CheckedSettings } from './settings.js';
import { resting } from './snapshot.js';
import { sweepStored } from './storage.js';
import { watchPage } from './surroundings.js';
import type { LookupName, Snapshot } from './types.js';
import { warnOfPreload, warnOfShortKey } from './warnings.js';

/** How readers see an IP lookup: with the visitor's own choice, a simulation, or a guess. The same gives the same object. */
export type View = (snapshot: Snapshot<object>) => Snapshot<object>;

export class State {
  readonly #entries = new Entries();
  readonly #seats = new Set<Seat>();
  #view: View | undefined;
  #settings = page.settings;
  #revokes = page.revokes;
  #isWatching = false;
  #isSwept = false;

  constructor() {
    page.listeners.add(() => this.changed());
  }

  /** Has a reader told at once, and at every change, until it leaves through the function returned. */
  join(reader: Reader, refresh: boolean): () => void {
    const seat: Seat = { reader, leave: {}, refresh, waits: true };
    if (!this.#isWatching)
      watchPage(
        () => this.changed(),
        () => this.#comeBack(),
      );
    this.#isWatching = true;
    page.isRead = true;
    this.#seats.add(seat);
    this.#follow(seat);
    return () => {
      this.#seats.delete(seat);
      this.#move(seat, undefined);
    };
  }

  /** What a reader would be told first, were the service not asked. */
  peek(lookup: LookupName, ask: Ask): Snapshot<object> {
    const leave = leaveTo(ask);
    const { question, settings } = leave;
    if (question && settings) {
      const entry = this.#entries.of(question);
      // Readers look at what is stored themselves, and hear of it.
      const isOpen = !entry.seats.size && !isFresh(entry, settings) && !isRefused(entry);
      if (isOpen) this.#recall(entry, settings);
      this.#entries.leave(entry);
    }
    return this.#see(lookup, leave);
  }

  /** Has every reader see IP lookups through a view; the first one stays. */
  useView(view: View): void {
    if (this.#view) return;
    this.#view = view;
    this.changed();
  }

  /** Settings, consent, choice, or what the view adds, are others now. */
  changed(): void {
    saveChoice();
    const isConfigured = this.#settings !== page.settings;
    if (isConfigured)
      for (const entry of this.#entries.list()) if (entry.error?.code !== 'rate-limited') entry.until = 0;
    if (this.#revokes !== page.revokes) this.#entries.forget();
    this.#revokes = page.revokes;
    this.#settings = page.settings;
    for (const seat of [...this.#seats]) if (this.#seats.has(seat)) this.#follow(seat, isConfigured);
  }

  /** A reader asks: a change may have made its question another one, or opened or closed its gate. */
  #follow(seat: Seat, isConfigured = false): void {
    const ask = seat.reader.ask();
    warnOfPreload(ask);
    seat.leave = leaveTo(ask);
    const { question } = seat.leave;
    const moved = this.#move(seat, question && this.#entries.of(question));
    if (moved || isConfigured || seat.refresh) this.#read(seat);
    this.#tell(seat);
  }

  #move(seat: Seat, entry: Entry | undefined): boolean {
    const { entry: before } = seat;
    if (before === entry) return false;
    seat.entry = entry;
    entry?.seats.add(seat);
    if (before?.seats.delete(seat)) this.#entries.leave(before);
    return true;
  }

  /** Has the service asked, unless a fresh answer or a standing refusal is there. */
  #read(seat: Seat): void {
    const { entry, refresh } = seat;
    const { settings } = seat.leave;
    if (!entry || !settings) return;
    seat.refresh = false;
    seat.waits = true;
    if (entry.attempt) return;
    if ((refresh || !isFresh(entry, settings)) && !isRefused(entry)) this.#recall(entry, settings, refresh);
    // Who was told of it may have changed everything.
    if (seat.entry !== entry || entry.attempt) return;
    const insists = refresh && entry.error?.code !== 'rate-limited';
    if ((isFresh(entry, settings) && !refresh) || (isRefused(entry) && !insists)) seat.waits = false;
    else this.#ask(seat, entry, settings, refresh);
  }

  #readAll(entry: Entry, which: (seat: Seat) => boolean): void {
    for (const seat of [...entry.seats].filter(which)) this.#read(seat);
  }

  /** Takes in what an earlier page, or another tab, stored; only a pause, where somebody insists. */
  #recall(entry: Entry, settings: CheckedSettings, refresh = false): void {
    if (!this.#isSwept) sweepStored(settings.storage);
    this.#isSwept = true;
    const stored = recall(entry.question, settings, refresh ? Infinity : entry.answer?.at);
    if (!stored) return;
    learn(entry, stored);
    entry.recalled = true;
    this.#publish(entry);
  }

  #ask(starter: Seat, entry: Entry, settings: CheckedSettings, refresh: boolean): void {
    const { question, answer } = entry;
    const { timeout, retries, maxAge } = settings;
    const own: Patience = { timeout, retries };
    warnOfShortKey(question.apiKey);
    entry.attempt = own;
    void attempt(question, settings, {
      refresh,
      anew: refresh || answer !== undefined || page.revokes > 0 || !maxAge,
      joins: !refresh && !answer,
      after: answer?.at,
      isWanted: () => entry.attempt === own && entry.seats.size > 0,
    })
      .catch(() => new LookupError('network', 'The lookup could not be sent.'))
      .then((outcome) => {
        if (entry.attempt === own) this.#settle(starter, entry, own, outcome);
      });
    this.#publish(entry);
  }

  #settle(starter: Seat, entry: Entry, had: Patience, outcome: Outcome): void {
    entry.attempt = undefined;
    learn(entry, outcome);
    // Who started it and left may not keep it any more: consent may be another since.
    if (!entry.seats.size) starter.leave = leaveTo(starter.reader.ask());
    keep(
      entry.question,
      outcome,
      (entry.seats.size ? [...entry.seats] : [starter]).map(({ leave }) => leave),
    );
    for (const seat of entry.seats) {
      const { settings = had } = seat.leave;
      seat.waits &&=
        isLookupError(outcome) && allowsMore(outcome, settings, seat === starter ? settings : had);
    }
    this.#readAll(entry, ({ waits }) => waits);
    if (!entry.attempt) this.#publish(entry);
    this.#entries.leave(entry);
  }

  #publish(entry: Entry): void {
    entry.snapshots = [];
    for (const seat of [...entry.seats]) if (seat.entry === entry) this.#tell(seat);
  }

  #tell({ reader, leave, entry, waits }: Seat): void {
    const isSettled = leave.refused !== undefined || (entry !== undefined && !waits);
    safely(() => reader.tell(this.#see(reader.lookup, leave), isSettled));
  }

  /** The same object as long as nothing changed. */
  #see(lookup: LookupName, { question, settings, refused = resting }: Ask): Snapshot<object> {
    const entry = question && this.#entries.find(question);
    const snapshot = entry && settings ? snapshotOf(entry, settings) : refused;
    return (lookup === 'ip' && this.#view?.(snapshot)) || snapshot;
  }

  /** Back online, perhaps on another network: answers are stale, and failures worth another try. */
  #comeBack(): void {
    for (const entry of this.#entries.list()) {
      entry.outdated = true;
      this.#readAll(entry, () => !entry.answer);
      this.#publish(entry);
    }
  }
}
