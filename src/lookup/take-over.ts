/** What the head script sent becomes the attempt of whoever asks the same. */
import { isObject } from './json.js';
import { page } from './page.js';
import type { Question } from './question.js';
import { isWithin } from './records.js';
import type { Sent } from './send.js';

/** Where a question stands among those that were sent; -1 where it does not. */
export const placeOf = (question: Question): number =>
  page.sent.findIndex(
    (sent) =>
      isObject(sent) &&
      (['address', 'auth', 'apiKey'] as const).every((member) => sent[member] === question[member]) &&
      sent.response instanceof Promise,
  );

/** What the head script sent of a question, no longer than so many seconds ago, if nobody took it over yet. */
export function takeOver(question: Question, seconds: number): Sent | undefined {
  const place = placeOf(question);
  const [sent] = place < 0 ? [] : page.sent.splice(place, 1);
  return sent && isWithin(sent.at, seconds) && !sent.late.aborted ? sent : undefined;
}
