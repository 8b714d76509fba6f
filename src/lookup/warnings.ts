/** What an author should know though nothing failed. */
import type { Ask } from './ask.js';
import { report } from './report.js';
import { preloaded } from './send.js';
import { SHORTEST_KEY } from './strike.js';

let looked = false;

/** A line in the page's head asks before a script can tell that consent is required. */
export function warnOfPreload({ question, settings }: Ask): void {
  if (looked || !question || settings?.consent !== 'required') return;
  looked = true;
  const base = question.address.replace(/[^/]*$/, '');
  if (preloaded().some((href) => href.startsWith(base)))
    report(
      'The setting consent is "required", but a preload line in the page asks before consent: leave it out.',
    );
}

export function warnOfShortKey({ length }: string): void {
  if (length > 0 && length < SHORTEST_KEY)
    report(
      `The setting apiKey has fewer than ${SHORTEST_KEY} characters, too few to tell it from data: it is not struck out of answers.`,
    );
}
