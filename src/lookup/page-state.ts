/**
 * The page's one state: who reads what, and what is known of it. Every change takes one way: each reader asks its question
 * again; may it ask now? then an attempt; what comes of it is seen through the view, and told.
 */

import { type Ask, type Leave, leaveTo } from './ask.js';
import { attempt } from './attempt.js';
import { saveChoice } from './choice.js';
import { isLookupError, LookupError } from './error.js';
import {
  allowsMore,
  isBlank,
  isFresh,
  isRefused,
  type Known,
  learn,
  type Patience,
  resting,
  snapshotOf,
} from './known.js';
import { page } from './page.js';
import type { Question } from './question.js';
import { keep, type Outcome, recall } from './records.js';
import type { CheckedSettings, Settings } from './settings.js';
import { sweepStored } from './storage.js';
import { watchPage } from './surroundings.js';
import type { LookupName, Snapshot } from './types.js';
import { warnOfPreload, warnOfShortKey } from './warnings.js';

/** Somebody who wants to know, and goes on being told. */
export interface Reader {
  readonly lookup: LookupName;
  /** What it asks at this moment. */
  ask(): Ask;
  /** Hears each new snapshot, and perhaps the same one again. `settled`: what it asked for has come, or failed. */
  tell(snapshot: Snapshot<object>, settled: boolean): void;
}

/** How readers see an IP lookup: with the visitor's own choice, a simulation, or a guess. The same gives the same object. */
export type View = (snapshot: Snapshot<object>) => Snapshot<object>;

/** What is known of a question, and the readers who may ask it. */
interface Entry extends Known {
  readonly seats: Set<Seat>;
}

/** A reader's place. */
interface Seat {
  readonly reader: Reader;
  entry?: Entry | undefined;
  /** The page's settings when it asked. */
  asked?: Settings;
  refresh: boolean;
  waits: boolean;
}

/** Of what nobody reads, so much stays. */
const idleEntries = 64;

export class State {
  readonly #entries = new Map<string, Entry>();
  readonly #seats = new Set<Seat>();
  readonly #refused = new WeakMap<LookupError, Snapshot<object>>();
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
    const seat: Seat = { reader, refresh, waits: true };
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
    if (leave && 'question' in leave) {
      const entry = this.#entryOf(leave.question);
      // Readers look at what is stored themselves, and hear of it.
      const isOpen = !entry.seats.size && !isFresh(entry, leave.settings) && !isRefused(entry);
      if (isOpen) this.#recall(entry, leave.settings);
      this.#leave(entry);
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
    for (const entry of this.#entries.values()) {
      if (this.#revokes !== page.revokes) entry.attempt = undefined;
      if (this.#settings !== page.settings && entry.error?.code !== 'rate-limited') entry.until = 0;
    }
    if (this.#revokes !== page.revokes) this.#entries.clear();
    this.#revokes = page.revokes;
    this.#settings = page.settings;
    for (const seat of [...this.#seats]) if (this.#seats.has(seat)) this.#follow(seat);
  }

  /** A reader asks: a change may have made its question another one, or opened or closed its gate. */
  #follow(seat: Seat): void {
    const ask = seat.reader.ask();
    const leave = leaveTo(ask);
    warnOfPreload(ask);
    const allowed = leave && 'question' in leave ? leave : undefined;
    const entry = allowed && this.#entryOf(allowed.question);
    const moved = this.#move(seat, entry);
    if (entry && (moved || seat.refresh || seat.asked !== page.settings)) {
      seat.asked = page.settings;
      this.#read(seat, entry, allowed.settings);
    }
    this.#tell(seat);
  }

  #entryOf(question: Question): Entry {
    const { name } = question;
    const entry = this.#entries.get(name) ?? { question, seats: new Set(), snapshots: [] };
    this.#entries.set(name, entry);
    return entry;
  }

  #move(seat: Seat, entry: Entry | undefined): boolean {
    const { entry: before } = seat;
    if (before === entry) return false;
    seat.entry = entry;
    seat.waits = true;
    entry?.seats.add(seat);
    if (before?.seats.delete(seat)) this.#leave(before);
    return true;
  }

  /** Of entries without readers, the latest stay. */
  #leave(entry: Entry): void {
    const { name } = entry.question;
    if (this.#entries.get(name) !== entry) return;
    this.#entries.delete(name);
    if (entry.seats.size || !isBlank(entry)) this.#entries.set(name, entry);
    const idle = [...this.#entries].filter(([, { seats, attempt }]) => !seats.size && !attempt);
    for (const [oldest] of idle.slice(0, -idleEntries)) this.#entries.delete(oldest);
  }

  /** Has the service asked, unless a fresh answer or a standing refusal is there. */
  #read(seat: Seat, entry: Entry, settings: CheckedSettings): void {
    const { refresh } = seat;
    seat.refresh = false;
    seat.waits = true;
    if (entry.attempt) return;
    if ((refresh || !isFresh(entry, settings)) && !isRefused(entry)) this.#recall(entry, settings, refresh);
    if (seat.entry !== entry) return;
    const insists = refresh && entry.error?.code !== 'rate-limited';
    if ((isFresh(entry, settings) && !refresh) || (isRefused(entry) && !insists)) seat.waits = false;
    else this.#ask(seat, entry, settings, refresh);
  }

  #readAll(entry: Entry, which: (seat: Seat) => boolean): void {
    for (const seat of [...entry.seats].filter(which)) {
      const { settings } = seat.reader.ask();
      if (settings) this.#read(seat, entry, settings);
    }
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
    keep(entry.question, outcome, allowing(entry.seats.size ? [...entry.seats] : [starter], entry));
    for (const seat of entry.seats) {
      const { settings = had } = seat.reader.ask();
      seat.waits &&=
        isLookupError(outcome) && allowsMore(outcome, settings, seat === starter ? settings : had);
    }
    this.#readAll(entry, ({ waits }) => waits);
    if (!entry.attempt) this.#publish(entry);
    this.#leave(entry);
  }

  #publish(entry: Entry): void {
    entry.snapshots = [];
    for (const seat of [...entry.seats]) if (seat.entry === entry) this.#tell(seat);
  }

  #tell({ reader, entry, waits }: Seat): void {
    const leave = leaveTo(reader.ask());
    try {
      reader.tell(this.#see(reader.lookup, leave), isLookupError(leave) || (entry !== undefined && !waits));
    } catch (error) {
      // One reader's mistake is no other reader's.
      (globalThis.reportError ?? console.error)(error);
    }
  }

  /** The same object as long as nothing changed. */
  #see(lookup: LookupName, leave: Leave): Snapshot<object> {
    const snapshot = this.#snapshotFor(leave);
    return (lookup === 'ip' && this.#view?.(snapshot)) || snapshot;
  }

  #snapshotFor(leave: Leave): Snapshot<object> {
    if (!leave) return resting;
    if ('question' in leave) {
      const entry = this.#entries.get(leave.question.name);
      return entry ? snapshotOf(entry, leave.settings) : resting;
    }
    const refused = this.#refused.get(leave) ?? Object.freeze({ ...resting, error: leave });
    this.#refused.set(leave, refused);
    return refused;
  }

  /** Back online, perhaps on another network: answers are stale, and failures worth another try. */
  #comeBack(): void {
    for (const entry of [...this.#entries.values()]) {
      entry.outdated = true;
      this.#readAll(entry, () => !entry.answer);
      this.#publish(entry);
    }
  }
}

/** The settings of readers who may still ask: consent may be another since the attempt began. */
const allowing = (seats: Seat[], { question }: Entry): CheckedSettings[] =>
  seats
    .map(({ reader }) => leaveTo(reader.ask()))
    .flatMap((leave) =>
      leave && 'question' in leave && leave.question.name === question.name ? leave.settings : [],
    );
