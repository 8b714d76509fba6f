import type { IpData, Snapshot } from '../lookup/internal.js';
import { withOverride } from './override.js';

/** What a page knows besides the answer of an IP lookup. */
export interface Layers {
  /** What the visitor chose; it wins. */
  choice?: IpData | undefined;
  /** What the page's address simulates. */
  simulated?: IpData | undefined;
  /** What the browser's time zone tells; it stands in for an answer where the lookup failed. */
  guess?: IpData | undefined;
}

/**
 * An IP lookup's answer as the page sees it: the answer, or else the guess, under what is simulated, under the choice.
 *
 * Frozen; the answer itself where nothing lies over it. The same layers over the same data give the same data object.
 */
export function view(answer: Snapshot<object>, { choice, simulated, guess }: Layers): Snapshot<object> {
  const failed = !answer.data && answer.error && answer.error.code !== 'skipped';
  const guessed = failed ? guess : undefined;
  const over = [simulated, choice].filter((layer) => layer !== undefined);
  if (!guessed && !over.length) return answer;
  const data = over.reduce<IpData | undefined>(withOverride, answer.data ?? guessed);
  return Object.freeze({
    ...answer,
    data,
    guessed: guessed !== undefined && data?.location === guessed.location,
    overridden: over.length > 0,
  });
}
