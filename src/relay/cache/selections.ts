import { RelayError } from '../errors.js';
import { pickFields, type Selection } from '../http/fields.js';
import { type Answer, Memory } from './lru-cache.js';

/** Bytes of an answer whose fields are picked at most: more would be much work for whoever asks. */
const MOST_BYTES = 256 * 1024;
/** Characters of narrowed answers that are kept at most. */
const MOST_KEPT = 2 * 2 ** 20;

const utf8 = new TextEncoder();

/** The parameter `fields`: as it was written, and what it means. */
export interface Narrowing {
  fields: string;
  selection: Selection;
}

/** Throws a `RelayError` for an answer that is too large to pick fields of. */
export function demandNarrowable({ text }: Answer): void {
  if (text.length > MOST_BYTES || utf8.encode(text).length > MOST_BYTES) throw new RelayError('largeAnswer');
}

/**
 * Makes the function that picks fields of answers. It keeps what it picked: that depends on the answer and the fields
 * alone.
 *
 * @param longest Milliseconds that an answer is good for at most.
 */
export function createNarrow(longest: number) {
  const kept = new Memory<Answer>(MOST_KEPT, longest);
  /**
   * @param question What the answer is known by.
   * @param owner Whose share of the memory it counts in.
   */
  return (question: string, answer: Answer, { fields, selection }: Narrowing, owner: string): string => {
    const name = `${question}\n${answer.until}\n${fields}`;
    const known = kept.get(name);
    if (known) return known.text;
    demandNarrowable(answer);
    const text = JSON.stringify(pickFields(JSON.parse(answer.text), selection));
    kept.set(name, { text, until: answer.until }, owner);
    return text;
  };
}
