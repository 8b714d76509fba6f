/**
 * The page's one state: who reads what, and what is known of it. Every change takes one way: each reader asks its question
 * again; may it ask now? then an attempt; what comes of it is seen through the view, and told.
 */
import { attempt, standingPause } from './attempt.js';
import { LATEST } from './bounded.js';
import { saveChoice } from './choice.js';
import { forget } from './consent.js';
import { isLookupError, type LookupError } from './error.js';
import { circumstances, mayAsk } from './gate.js';
import { isObject } from './json.js';
import {
  allowsMore,
  failureOf,
  isFresh,
  isTakenAway,
  type Known,
  keep,
  know,
  type Patience,
  recalls,
  resting,
  snapshotOf,
  stands,
} from './known.js';
import { page } from './page.js';
import type { Ask, Question } from './question.js';
import type { Outcome } from './records.js';
import { report } from './report.js';
import type { CheckedSettings, Settings } from './settings.js';
import { SHORTEST_KEY } from './strike.js';
import { watchPage } from './surroundings.js';
import type { LookupName, Snapshot } from './types.js';

/** Somebody who wants to know, and goes on being told. */
export interface Reader {
  readonly lookup: LookupName;
  /** What it asks at this moment. */
  ask(): Ask;
  /** Hears each new snapshot. `settled`: what it asked for has come, or failed. */
  tell(snapshot: Snapshot<object>, settled: boolean): void;
}

/** How readers see what is known: with the visitor's own choice, a simulation, or a guess. The same gives the same. */
export type View = (lookup: LookupName, snapshot: Snapshot<object>) => Snapshot<object>;

/** What is known of a question, and the readers who may ask it. */
interface Entry extends Known {
  readonly seats: Set<Seat>;
}

/** A reader's place, and how it last asked. */
interface Seat {
  readonly reader: Reader;
  entry?: Entry | undefined;
  settings?: CheckedSettings | undefined;
  /** Why it gets no answer, whatever others know. */
  refusal?: LookupError | undefined;
  /** The page's settings when it asked. */
  asked?: Settings;
  refresh: boolean;
  waits: boolean;
}

class State {
  readonly #entries = new Map<string, Entry>();
  readonly #seats = new Set<Seat>();
  #view: View | undefined;
  #viewed = new WeakMap<Snapshot<object>, Map<LookupName, Snapshot<object>>>();
  readonly #refused = new WeakMap<LookupError, Snapshot<object>>();
  #settings = page.settings;
  #revokes = page.revokes;
  #watching = false;

  constructor() {
    page.listeners.add(() => this.changed());
  }

  /** Has a reader told at once, and at every change, until it leaves through the function returned. */
  join(reader: Reader, refresh: boolean): () => void {
    const seat: Seat = { reader, refresh, waits: true };
    this.#seats.add(seat);
    this.#watch();
    this.#follow(seat);
    return () => {
      this.#seats.delete(seat);
      this.#move(seat, undefined);
    };
  }

  /** What a reader would be told first, were the service not asked. */
  peek(lookup: LookupName, { question, settings, error }: Ask): Snapshot<object> {
    const may = settings && mayAsk(settings, circumstances());
    const refusal = error ?? (isLookupError(may) ? may : undefined);
    if (refusal || !question || !settings || !may) return this.#see(lookup, refusal);
    const entry = this.#entryFor(question);
    if (recalls(entry, settings)) this.#publish(entry);
    this.#trim();
    return this.#see(lookup, undefined, entry, settings);
  }

  /** Has every reader see what is known through a view; the first one stays. */
  useView(view: View): void {
    if (this.#view) return;
    this.#view = view;
    this.changed();
  }

  /** Settings, consent, choice, or what the view adds, are others now. */
  changed(): void {
    saveChoice();
    this.#viewed = new WeakMap();
    if (this.#revokes !== page.revokes) this.#forget();
    const entries = [...this.#entries.values()];
    if (this.#settings !== page.settings)
      for (const entry of entries)
        if (entry.failure && entry.failure.error.code !== 'rate-limited')
          entry.failure = { ...entry.failure, until: 0 };
    this.#settings = page.settings;
    for (const seat of [...this.#seats]) if (this.#seats.has(seat)) this.#follow(seat);
  }

  #forget(): void {
    this.#revokes = page.revokes;
    for (const entry of this.#entries.values()) entry.attempt = undefined;
    this.#entries.clear();
    for (const seat of this.#seats) seat.waits = true;
  }

  /** A reader asks: a change may have made its question another one, or opened or closed its gate. */
  #follow(seat: Seat): void {
    const { question, settings, error } = seat.reader.ask();
    const may = settings ? mayAsk(settings, circumstances()) : false;
    seat.refusal = error ?? (isLookupError(may) ? may : undefined);
    seat.settings = settings;
    const entry = question && may === true ? this.#entryFor(question) : undefined;
    const moved = this.#move(seat, entry);
    if (entry && settings && (moved || seat.refresh || seat.asked !== page.settings)) {
      seat.asked = page.settings;
      if (this.#read(seat, entry, settings)) this.#publish(entry);
    }
    this.#tell(seat);
  }

  #entryFor(question: Question): Entry {
    const { name } = question;
    const entry = this.#entries.get(name) ?? { question, seats: new Set(), kept: new Map(), snapshots: {} };
    this.#entries.set(name, entry);
    return entry;
  }

  #move(seat: Seat, entry: Entry | undefined): boolean {
    const { entry: before } = seat;
    if (before === entry) return false;
    seat.entry = entry;
    entry?.seats.add(seat);
    if (before?.seats.delete(seat)) this.#trim(before);
    return true;
  }

  /** Of what nobody reads, the latest stays. */
  #trim(left?: Entry): void {
    if (left && this.#entries.get(left.question.name) === left) {
      this.#entries.delete(left.question.name);
      this.#entries.set(left.question.name, left);
    }
    const idle = [...this.#entries].filter(([, { seats, attempt }]) => !seats.size && !attempt);
    for (const [name] of idle.slice(0, -LATEST)) this.#entries.delete(name);
  }

  /** Has the service asked, unless a fresh answer or a standing refusal is there. Tells whether more is known now. */
  #read(seat: Seat, entry: Entry, settings: CheckedSettings): boolean {
    const { refresh } = seat;
    seat.refresh = false;
    seat.waits = true;
    if (entry.attempt) return false;
    const more = !refresh && recalls(entry, settings);
    if (refresh || !isFresh(entry, settings)) {
      if (!stands(entry.failure)) {
        const pause = standingPause(entry.question, settings);
        if (pause) entry.failure = failureOf(pause);
      }
      if (!stands(entry.failure) || (refresh && entry.failure?.error.code !== 'rate-limited')) {
        this.#ask(seat, entry, settings, refresh);
        return true;
      }
    }
    seat.waits = false;
    return more || entry.failure !== undefined;
  }

  #ask(starter: Seat, entry: Entry, settings: CheckedSettings, refresh: boolean): void {
    const { question, answer } = entry;
    const { timeout, retries, maxAge } = settings;
    const own: Patience = { timeout, retries };
    if (question.apiKey && question.apiKey.length < SHORTEST_KEY) report(shortKey);
    entry.attempt = own;
    void attempt(question, settings, {
      refresh,
      anew: refresh || answer !== undefined || page.revokes > 0 || !maxAge,
      after: answer?.at ?? 0,
      isWanted: () => entry.attempt === own && entry.seats.size > 0,
    }).then((outcome) => {
      if (entry.attempt === own) this.#settle(starter, entry, own, outcome);
    });
  }

  #settle(starter: Seat, entry: Entry, had: Patience, outcome: Outcome): void {
    entry.attempt = undefined;
    const failed = isLookupError(outcome);
    if (!failed) know(entry, outcome);
    else if (outcome.code !== 'aborted') entry.failure = failureOf(outcome);
    for (const seat of entry.seats)
      seat.waits &&= failed && seat !== starter && allowsMore(outcome, seat.settings ?? had, had);
    keep(entry, outcome, allowedBy([starter, ...entry.seats], entry));
    const next = [...entry.seats].find(({ waits }) => waits);
    if (next?.settings) this.#ask(next, entry, next.settings, false);
    this.#publish(entry);
    this.#trim();
  }

  #publish(entry: Entry): void {
    entry.snapshots = {};
    for (const seat of [...entry.seats]) if (seat.entry === entry) this.#tell(seat);
  }

  #tell({ reader, refusal, entry, settings, waits }: Seat): void {
    const snapshot = this.#see(reader.lookup, refusal, entry, settings);
    try {
      reader.tell(snapshot, refusal !== undefined || (entry !== undefined && !waits));
    } catch (error) {
      // One reader's mistake is no other reader's.
      (globalThis.reportError ?? console.error)(error);
    }
  }

  /** The same object as long as nothing changed. */
  #see(
    lookup: LookupName,
    refusal?: LookupError,
    entry?: Entry,
    settings?: CheckedSettings,
  ): Snapshot<object> {
    const known = entry && settings ? snapshotOf(entry, settings) : resting;
    const snapshot = refusal
      ? (this.#refused.get(refusal) ?? Object.freeze({ ...resting, error: refusal }))
      : known;
    if (refusal) this.#refused.set(refusal, snapshot);
    const views = this.#viewed.get(snapshot) ?? new Map<LookupName, Snapshot<object>>();
    this.#viewed.set(snapshot, views);
    const seen = views.get(lookup) ?? this.#view?.(lookup, snapshot) ?? snapshot;
    views.set(lookup, seen);
    return seen;
  }

  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    watchPage({
      changed: () => this.changed(),
      online: () => this.#comeBack(),
      restored: () => {
        if ([...this.#entries.values()].some(isTakenAway)) forget();
      },
    });
  }

  /** Back online, perhaps on another network: answers are stale, and failures worth another try. */
  #comeBack(): void {
    for (const entry of this.#entries.values()) {
      if (entry.answer) entry.outdated = true;
      else for (const seat of entry.seats) if (seat.settings) this.#read(seat, entry, seat.settings);
      this.#publish(entry);
    }
  }
}

/** The settings of readers who may still ask this question: consent may be another since the attempt began. */
const allowedBy = (seats: Seat[], { question }: Entry): CheckedSettings[] =>
  seats
    .map(({ reader }) => reader.ask())
    .filter((ask) => ask.question?.name === question.name)
    .flatMap(({ settings }) => (settings && mayAsk(settings, circumstances()) === true ? settings : []));

const shortKey = `The setting apiKey has fewer than ${SHORTEST_KEY} characters: so short a key can't be told from data, so it is not kept out of results and errors.`;

const shape = Symbol.for('visitor-elements/state/1');
const methods = ['join', 'peek', 'useView', 'changed'] as const;
type Shared = Pick<State, (typeof methods)[number]>;

const isShared = (found: unknown): found is Shared =>
  isObject(found) && methods.every((name) => typeof found[name] === 'function');

function shared(): Shared {
  const found: unknown = Reflect.get(globalThis, shape);
  if (isShared(found)) return found;
  const own = new State();
  Reflect.set(globalThis, shape, own);
  return own;
}

/** The state of the first copy of this shape on the page. */
export const state = shared();
