/** What is known of one question, and how readers with different settings see it. */
import { isPassing } from './attempt.js';
import type { LookupError } from './error.js';
import type { Question } from './question.js';
import { type Answer, isWithin, type Outcome, pauseOf } from './records.js';
import type { CheckedSettings } from './settings.js';
import { resting } from './snapshot.js';
import type { Snapshot } from './types.js';

/** How long an attempt may take, and how often it may be made. */
export type Patience = Pick<CheckedSettings, 'timeout' | 'retries'>;

export interface Known {
  readonly question: Question;
  /** The last good answer. */
  answer?: Answer | undefined;
  /** Why the last attempt failed, where no answer came since. */
  error?: LookupError | undefined;
  /** After a failure: when the service may be asked again, in milliseconds since 1970. */
  until?: number;
  /** The answer is an earlier page's. */
  recalled?: boolean;
  /** The browser was offline since the answer came. */
  outdated?: boolean;
  /** What the attempt under way was allowed. */
  attempt?: Patience | undefined;
  /** Snapshots of this state: of readers to whom the answer is fresh, and to whom it is stale. */
  snapshots: Snapshot<object>[];
}

/** Whether the answer serves a reader as it is. */
export function isFresh({ answer, error, outdated, recalled }: Known, { maxAge }: CheckedSettings): boolean {
  if (!answer || error || outdated) return false;
  // A page shares one request also where nothing is to be reused.
  return maxAge ? isWithin(answer.at, maxAge) : !recalled;
}

/** Whether the service is to be left alone. */
export const isRefused = ({ error, until = 0 }: Known): boolean => error !== undefined && until > Date.now();

/** Whether there is nothing to lose. */
export const isBlank = ({ answer, error, attempt }: Known): boolean => !answer && !error && !attempt;

/** The same object for the same state. */
export function snapshotOf(known: Known, settings: CheckedSettings): Snapshot<object> {
  if (isBlank(known)) return resting;
  const { answer, error, attempt, snapshots } = known;
  const stale = answer !== undefined && !isFresh(known, settings);
  const snapshot = snapshots[Number(stale)] ?? {
    ...resting,
    data: answer?.data,
    error,
    pending: attempt !== undefined,
    stale,
    updatedAt: answer?.at,
  };
  snapshots[Number(stale)] = snapshot;
  return Object.freeze(snapshot);
}

/** Takes in what came of asking. */
export function learn(known: Known, outcome: Outcome): void {
  if ('data' in outcome)
    Object.assign(known, { answer: outcome, error: undefined, outdated: false, recalled: false });
  else if (outcome.code !== 'aborted') Object.assign(known, { error: outcome, until: askableFrom(outcome) });
}

/** When the service may be asked again: at once, after a pause, or when settings change or a reader insists. */
function askableFrom(error: LookupError): number {
  if (error.code === 'rate-limited') return Date.now() + pauseOf(error) * 1000;
  return error.code === 'unauthorized' || error.code === 'out-of-credits' ? Infinity : 0;
}

/** Whether a reader's own settings allow more than an attempt that failed had. */
export function allowsMore(error: LookupError, own: Patience, had: Patience): boolean {
  if (error.code === 'aborted') return true;
  return error.code === 'timeout' ? own.timeout > had.timeout : isPassing(error) && own.retries > had.retries;
}
