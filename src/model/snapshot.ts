/** Snapshots while no request is under way: of nothing, of data, and of a failure without a request. */
import { keptFor } from './cache.js';
import { LookupError, type LookupErrorCode } from './error.js';
import type { Snapshot, TimestampedData } from './types.js';

/** The snapshot while nothing is known and no request was sent. */
export const idle: Snapshot<never> = /* @__PURE__ */ Object.freeze({
  pending: false,
  stale: false,
  guessed: false,
  overridden: false,
});

/** The snapshot of a page that has no service, only a guess. `personalise` recognises the object. */
export const noService: Snapshot<never> = /* @__PURE__ */ Object.freeze({ ...idle });

const failed = /* @__PURE__ */ new Map<string, Snapshot<never>>();

/** The snapshot of a lookup that failed before a request was sent: the same for the same message. */
export const failedSnapshot = (code: LookupErrorCode, message: string): Snapshot<never> =>
  keptFor(failed, message, () => Object.freeze({ ...idle, error: new LookupError(code, message) }));

/** The snapshot of fresh data. */
export const snapshotOf = ({ data, fetchedAt: updatedAt }: TimestampedData): Snapshot<object> => ({
  ...idle,
  data,
  updatedAt,
});
