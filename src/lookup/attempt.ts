/** How the service is asked: again where that is safe, and by one tab for all where they share what is stored. */
import { isLookupError, LookupError } from './error.js';
import { inStorage, type Question } from './question.js';
import { type Outcome, recall } from './records.js';
import { read } from './request.js';
import { send } from './send.js';
import type { CheckedSettings } from './settings.js';
import { oncePerBrowser } from './tabs.js';
import { takeOver } from './take-over.js';

/** Under which circumstances the service is asked. */
interface How {
  /** Somebody insists: what another tab stores is no answer. */
  readonly refresh: boolean;
  /** What the browser has already been sent is no answer. */
  readonly anew: boolean;
  /** What the head script sent is an answer. */
  readonly joins: boolean;
  /** When the answer came that is known; another tab's must be newer. */
  readonly after: number | undefined;
  /** Whether anybody still waits. */
  isWanted(): boolean;
}

/** Asks the service as long as it is wanted. Never rejects with a `LookupError`. */
export function attempt(question: Question, settings: CheckedSettings, how: How): Promise<Outcome> {
  const run = () => tries(question, settings, how);
  if (settings.storage !== 'local' || !settings.maxAge || how.refresh) return run();
  const seen = () => recall(question, settings, how.after);
  return oncePerBrowser(inStorage(question).name, seen, run, settings.timeout);
}

async function tries(
  question: Question,
  { timeout, retries, maxAge }: CheckedSettings,
  { anew, joins, isWanted }: How,
): Promise<Outcome> {
  const early = joins && takeOver(question, maxAge || timeout / 1000);
  if (early) {
    const outcome = await read(question, early);
    // It was no try of this reader's own.
    const mayPass = isLookupError(outcome) && (isPassing(outcome) || early.timeout < timeout);
    if (!mayPass) return outcome;
  }
  for (let tried = 0; ; tried++) {
    if (!isWanted()) return new LookupError('aborted', 'Nobody waits for this lookup any more.');
    const outcome = await read(question, send(question, timeout, anew));
    if (!isLookupError(outcome) || !isPassing(outcome) || tried >= retries) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** tried * (0.5 + Math.random())));
  }
}

/** Whether a failure may pass with another try that is unlikely to cost twice. */
export const isPassing = ({ code, status = 0 }: LookupError): boolean =>
  code === 'network' ? !status : [502, 503, 504].includes(status);
