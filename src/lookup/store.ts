/** What is known, by question: asks the service when a reader needs it, and tells every reader what came of it. */
import { isLookupError, LookupError } from './error.js';
import { closedGate, consents } from './gate.js';
import { isObject } from './json.js';
import { page } from './page.js';
import type { Question } from './question.js';
import { request } from './request.js';
import type { CheckedSettings } from './settings.js';
import { readStored, writeStored } from './storage.js';
import { oncePerBrowser } from './tabs.js';
import type { Snapshot } from './types.js';

type Answer = Snapshot<object>;

export interface Entry {
  question: Question;
  answer: Answer;
  /** The answer as readers see it, with the visitor's own choice or a guess. */
  snapshot: Answer;
  /** A lookup is under way, or waits for the gate to open. */
  busy: boolean;
  /** Since when and for how long the service is left alone. */
  refused?: Span | undefined;
  readonly readers: Set<() => void>;
}

interface Span {
  readonly at: number;
  readonly seconds: number;
}

/** What is stored: data, or the seconds the service wants to be left alone. */
interface Stored {
  readonly at: number;
  readonly data?: object;
  readonly retryAfter?: number | undefined;
}

const nothing: Answer = Object.freeze({ pending: false, stale: false, guessed: false, overridden: false });
const day = 86_400;
/** A pause is stored beside the data, which may hold for longer. */
const pauseSuffix = '/pause';

export function entryFor(question: Question): Entry {
  let entry = page.entries.get(question.id);
  if (!entry) {
    entry = { question, answer: nothing, snapshot: nothing, busy: false, readers: new Set() };
    page.entries.set(question.id, entry);
    globalThis.addEventListener?.('online', comeBack);
    publish(entry, { error: question.error });
  }
  entry.question = question;
  return entry;
}

/** Looks up what a reader asks for, unless a fresh answer or a standing refusal is there. */
export function read(entry: Entry, refresh: boolean): void {
  const { answer, busy, refused } = entry;
  const { settings } = entry.question;
  if (!settings || busy) return;
  if (refused && holds(refused) && (!refresh || answer.error?.code === 'rate-limited')) return;
  const fresh =
    answer.data &&
    !answer.stale &&
    (!settings.maxAge || holds({ at: answer.updatedAt ?? 0, seconds: settings.maxAge }));
  if (!fresh || refresh) void lookUp(entry, settings, refresh);
}

/** Changes what is known, and tells the readers. */
function publish(entry: Entry, change: Partial<Answer>): void {
  const { question, answer, readers } = entry;
  entry.answer = Object.freeze({ ...answer, ...change });
  entry.snapshot = Object.freeze(page.view?.(question.lookup, entry.answer) ?? entry.answer);
  for (const reader of [...readers]) reader();
}

/** Tells all readers that they may see known answers in another way. */
export function publishAll(): void {
  for (const entry of page.entries.values()) publish(entry, {});
}

/** Runs without a pause, and so within the reader's own call, as far as a stored answer. */
async function lookUp(entry: Entry, first: CheckedSettings, refresh: boolean): Promise<void> {
  const end = (change: Partial<Answer>) => {
    entry.busy = false;
    publish(entry, { ...change, pending: false });
  };
  entry.busy = true;
  try {
    let settings = first;
    for (let gate = closedGate(settings); gate; gate = closedGate(settings)) {
      await gate;
      settings = entry.question.settings ?? first;
    }
    if (!isWanted(entry)) return end({});
    let stored = recall(entry, settings, refresh);
    if (!stored) {
      publish(entry, {
        pending: true,
        stale: entry.answer.stale || (!refresh && entry.answer.data !== undefined),
      });
      stored = await (settings.storage === 'local' && settings.maxAge && !refresh
        ? oncePerBrowser(
            entry.question.id,
            () => recall(entry, settings, refresh),
            () => ask(entry, settings),
            settings.timeout,
          )
        : ask(entry, settings, refresh));
    }
    const { at, data, retryAfter } = stored;
    if (!data)
      throw new LookupError('rate-limited', 'The lookup service asked for a pause.', {
        status: 429,
        retryAfter,
      });
    entry.refused = undefined;
    end({ data, updatedAt: at, error: undefined, stale: false });
  } catch (error) {
    entry.busy = false;
    if (!isLookupError(error)) throw error;
    if (error.code === 'aborted') return end({});
    entry.refused = pauseAfter(error);
    end({ error, stale: entry.answer.data !== undefined });
  }
}

/** Asks the service as long as anybody waits, again after a failure that is likely to pass and unlikely to have cost. */
async function ask(entry: Entry, settings: CheckedSettings, refresh = false): Promise<Stored> {
  // What is known already must not come again from the browser's own cache.
  const anew = refresh || entry.answer.data !== undefined || !settings.maxAge;
  for (let attempt = 0; ; attempt++) {
    if (!isWanted(entry)) throw new LookupError('aborted', 'Nobody waits for this lookup any more.');
    try {
      const { lookup, address } = entry.question;
      const body = await request(address, settings, anew);
      // The service may wrap what it parsed from a User-Agent.
      const data =
        lookup === 'user-agent' && 'user_agent' in body && isObject(body.user_agent) ? body.user_agent : body;
      return remember(entry, settings, { at: Date.now(), data });
    } catch (error) {
      if (!isLookupError(error)) throw error;
      if (error.code === 'rate-limited')
        remember(entry, settings, { at: Date.now(), retryAfter: pauseAfter(error)?.seconds });
      const passing = error.code === 'network' ? !error.status : [502, 503, 504].includes(error.status ?? 0);
      if (!passing || attempt >= settings.retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** How long the service is left alone after an error; for ever means until settings change or a reader insists. */
function pauseAfter({ code, retryAfter = 60 }: LookupError): Span | undefined {
  const seconds = {
    'rate-limited': Math.min(retryAfter, day),
    unauthorized: Infinity,
    'out-of-credits': Infinity,
    skipped: Infinity,
  }[code as string];
  return seconds === undefined ? undefined : { at: Date.now(), seconds };
}

/** False in a span that has passed, and in one from the future: then a clock was changed. */
function holds({ at, seconds }: Span): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < seconds * 1000;
}

/** Whether anybody still waits; nobody does after consent was revoked. */
function isWanted(entry: Entry): boolean {
  return isCurrent(entry) && entry.readers.size > 0;
}

function isCurrent(entry: Entry): boolean {
  return page.entries.get(entry.question.id) === entry;
}

/** What is stored and still holds: newer data than is known, unless a reader insists on asking, or else a pause. */
function recall(entry: Entry, { storage, maxAge }: CheckedSettings, refresh: boolean): Stored | undefined {
  const { answer, question } = entry;
  const { at, data } = readStored(storage, question.id) ?? {};
  const isNews = typeof at === 'number' && at > (answer.updatedAt ?? 0) && holds({ at, seconds: maxAge });
  if (isNews && isObject(data) && !refresh) return { at, data };
  const { at: since, retryAfter } = readStored(storage, question.id + pauseSuffix) ?? {};
  if (typeof since !== 'number' || typeof retryAfter !== 'number') return undefined;
  const seconds = Math.min(retryAfter, day);
  if (!holds({ at: since, seconds })) return undefined;
  return { at: since, retryAfter: Math.ceil(seconds - (Date.now() - since) / 1000) };
}

function remember(entry: Entry, { storage, maxAge, consent }: CheckedSettings, stored: Stored): Stored {
  const { id, settings } = entry.question;
  const name = id + (stored.data ? '' : pauseSuffix);
  const allowed = isCurrent(entry) && consents(settings?.consent ?? consent);
  if (allowed && (maxAge || !stored.data)) writeStored(storage, name, stored);
  return stored;
}

/** Back online, perhaps on another network: answers are stale, and failures worth another try. */
function comeBack(): void {
  for (const entry of page.entries.values()) {
    if (entry.answer.data) publish(entry, { stale: true });
    else if (isWanted(entry)) read(entry, false);
  }
}
