import type { LookupError } from './error.js';
import type { Snapshot } from './types.js';

/** What is seen where nothing is known. */
export type Resting = Snapshot<never>;

export const resting: Resting = Object.freeze({
  pending: false,
  stale: false,
  guessed: false,
  overridden: false,
});

/** What a reader sees that may not ask at all. */
export const refusedBy = (error: LookupError): Resting => Object.freeze({ ...resting, error });
