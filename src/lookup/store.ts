/** What is known, by question: asks the service when a reader needs it, and tells every reader what came of it. */
import { isLookupError, LookupError } from './error.js';
import { closedGate, consents } from './gate.js';
import { isObject } from './json.js';
import { page } from './page.js';
import type { Question } from './question.js';
import { holds, pauseAfter, recall, remember, type Span, type Stored } from './remembered.js';
import { request } from './request.js';
import type { CheckedSettings } from './settings.js';
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

const nothing: Answer = Object.freeze({ pending: false, stale: false, guessed: false, overridden: false });

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
    const seen = () =>
      recall(entry.question.id, settings, refresh ? Infinity : (entry.answer.updatedAt ?? 0));
    let stored = seen();
    if (!stored) {
      publish(entry, {
        pending: true,
        stale: entry.answer.stale || (!refresh && entry.answer.data !== undefined),
      });
      stored = await (settings.storage === 'local' && settings.maxAge && !refresh
        ? oncePerBrowser(entry.question.id, seen, () => ask(entry, settings), settings.timeout)
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
      return keep(entry, settings, { at: Date.now(), data });
    } catch (error) {
      if (!isLookupError(error)) throw error;
      if (error.code === 'rate-limited')
        keep(entry, settings, { at: Date.now(), retryAfter: pauseAfter(error)?.seconds });
      const passing = error.code === 'network' ? !error.status : [502, 503, 504].includes(error.status ?? 0);
      if (!passing || attempt >= settings.retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** Whether anybody still waits; nobody does after consent was revoked. */
function isWanted(entry: Entry): boolean {
  return isCurrent(entry) && entry.readers.size > 0;
}

function isCurrent(entry: Entry): boolean {
  return page.entries.get(entry.question.id) === entry;
}

/** Stores what came, unless consent was revoked or asked for meanwhile. */
function keep(entry: Entry, settings: CheckedSettings, stored: Stored): Stored {
  const { id, settings: now } = entry.question;
  if (isCurrent(entry) && consents((now ?? settings).consent)) remember(id, settings, stored);
  return stored;
}

/** Back online, perhaps on another network: answers are stale, and failures worth another try. */
function comeBack(): void {
  for (const entry of page.entries.values()) {
    if (entry.answer.data) publish(entry, { stale: true });
    else if (isWanted(entry)) read(entry, false);
  }
}
