/** What is known of one question, and how readers with different settings see it. */
import { isPassing } from './attempt.js';
import { isLookupError, type LookupError } from './error.js';
import type { Question } from './question.js';
import {
  type Answer,
  isWithin,
  type Outcome,
  recallAnswer,
  rememberAnswer,
  rememberPause,
} from './records.js';
import type { CheckedSettings } from './settings.js';
import type { StorageName } from './storage.js';
import type { Snapshot } from './types.js';

interface Failure {
  readonly error: LookupError;
  readonly until: number;
}

export interface Known {
  readonly question: Question;
  /** The last good answer. */
  answer?: Answer | undefined;
  /** Why the last attempt failed, where no answer came since, and when the service may be asked again. */
  failure?: Failure | undefined;
  /** The browser was offline since the answer came. */
  outdated?: boolean;
  /** The settings of the attempt under way. */
  attempt?: Patience | undefined;
  /** Where the answer is stored, and until when. */
  readonly kept: Map<StorageName, number>;
  /** Snapshots of this state: of readers to whom the answer is fresh, and to whom it is stale. */
  snapshots: { fresh?: Snapshot<object>; stale?: Snapshot<object> };
}

/** How long an attempt may take, and how often it may be made. */
export type Patience = Pick<CheckedSettings, 'timeout' | 'retries'>;

export const resting: Snapshot<never> = Object.freeze({
  pending: false,
  stale: false,
  guessed: false,
  overridden: false,
});

/** Whether the answer serves a reader as it is. */
export function isFresh({ answer, failure, outdated }: Known, { maxAge }: CheckedSettings): boolean {
  // A page shares one request also where nothing is to be reused.
  return answer !== undefined && !failure && !outdated && (!maxAge || isWithin(answer.at, maxAge));
}

/** The same object for the same state. */
export function snapshotOf(known: Known, settings: CheckedSettings): Snapshot<object> {
  const { answer, failure, attempt, snapshots } = known;
  const stale = answer !== undefined && !isFresh(known, settings);
  snapshots[stale ? 'stale' : 'fresh'] ??= Object.freeze({
    ...resting,
    data: answer?.data,
    error: failure?.error,
    pending: attempt !== undefined,
    stale,
    updatedAt: answer?.at,
  });
  return snapshots[stale ? 'stale' : 'fresh'] ?? resting;
}

/** Whether a reader's own settings allow more than an attempt that failed had. */
export function allowsMore(error: LookupError, own: Patience, had: Patience): boolean {
  if (error.code === 'aborted') return true;
  return error.code === 'timeout' ? own.timeout > had.timeout : isPassing(error) && own.retries > had.retries;
}

/** When the service may be asked again: at once, after a pause, or when settings change. */
export function failureOf(error: LookupError): Failure {
  const refused = error.code === 'unauthorized' || error.code === 'out-of-credits';
  const pause = error.code === 'rate-limited' ? pauseOf(error) * 1000 : 0;
  return { error, until: refused ? Infinity : Date.now() + pause };
}

export const stands = (failure: Failure | undefined): boolean =>
  failure !== undefined && failure.until > Date.now();

/** The seconds of a pause: a minute where none are named, at most a day. */
const pauseOf = ({ retryAfter = 60 }: LookupError): number => Math.min(retryAfter, 86_400);

/** Takes in an answer. */
export function know(known: Known, answer: Answer): void {
  Object.assign(known, { answer, failure: undefined, outdated: false });
}

/** Takes in what an earlier page, or another tab, stored, where it serves and what is known doesn't. */
export function recalls(known: Known, settings: CheckedSettings): boolean {
  const { question, answer, kept } = known;
  const stored = isFresh(known, settings) ? undefined : recallAnswer(question, settings, answer?.at);
  if (!stored) return false;
  know(known, stored);
  kept.set(settings.storage, stored.at + settings.maxAge * 1000);
  return true;
}

/** Stores an answer, or a pause, as each reader with these settings wants, once in each storage. */
export function keep(known: Known, outcome: Outcome, readers: CheckedSettings[]): void {
  const { question, kept } = known;
  for (const storage of new Set(readers.map((settings) => settings.storage))) {
    const maxAge = Math.max(
      ...readers.filter((settings) => settings.storage === storage).map(({ maxAge }) => maxAge),
    );
    if (isLookupError(outcome)) {
      if (outcome.code === 'rate-limited') rememberPause(question, storage, pauseOf(outcome));
    } else {
      rememberAnswer(question, { storage, maxAge }, outcome);
      kept.set(storage, outcome.at + maxAge * 1000);
    }
  }
}

/** Whether a stored answer that should be there is gone: then somebody took it away. */
export const isTakenAway = ({ question, kept }: Known): boolean =>
  [...kept].some(
    ([storage, until]) => until > Date.now() && !recallAnswer(question, { storage, maxAge: Infinity }),
  );
