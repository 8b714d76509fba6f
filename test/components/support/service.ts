import { isLookupError, type LookupError } from '../../../src/lookup/index.js';

/** The service's counts for one name. */
export interface CountedUsage {
  requests: number;
  preflights: number;
  credits: number;
  log: { method: string; path: string; status: number | null; credits: number }[];
}

/** A path of the development service that counts its requests separately. */
export interface CountedVisit {
  readonly baseUrl: string;
  usage(): Promise<CountedUsage>;
  /** The number of requests so far, without preflights. */
  requests(): Promise<number>;
}

/**
 * Creates a path with its own counts.
 *
 * @param prefixes Path prefixes of the service, such as `fault/drop/` or `from/1.1.1.1/`.
 * @param service `/api/`, or `otherOrigin` for cross-origin requests.
 */
export function countedVisit(prefixes = '', service = '/api/'): CountedVisit {
  const name = crypto.randomUUID();
  const usage = async (): Promise<CountedUsage> => (await fetch(`/api/usage/${name}`)).json();
  return {
    baseUrl: `${service}visit/${name}/${prefixes}`,
    usage,
    requests: async () => (await usage()).requests,
  };
}

/**
 * Waits until a condition is true. Polls without long timers, because some tests replace the clock. The time limit is
 * longer than any busy machine needs, and its error names the condition.
 */
export async function until(
  holds: () => unknown,
  what: string | (() => string) = 'a condition that was awaited',
): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`${typeof what === 'string' ? what : what()} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs a task while this function answers all requests of this page. */
async function meanwhile<Result>(answer: typeof fetch, task: () => Promise<Result>): Promise<Result> {
  const { fetch } = globalThis;
  globalThis.fetch = answer;
  return task().finally(() => {
    globalThis.fetch = fetch;
  });
}

/** Runs a task while every request gets this data. */
export const answered = <Result>(data: unknown, task: () => Promise<Result>): Promise<Result> =>
  meanwhile(async () => Response.json(data), task);

/** Runs a task while no request gets a response, so that the result doesn't depend on the machine's speed. */
export const unanswered = <Result>(task: () => Promise<Result>): Promise<Result> =>
  meanwhile(() => new Promise(() => undefined), task);

/** Resolves to the error of a lookup that must fail. */
export async function failure(lookup: Promise<unknown>): Promise<LookupError> {
  const outcome = await lookup.catch((error: unknown) => error);
  if (!isLookupError(outcome)) throw new Error(`expected a LookupError, not ${JSON.stringify(outcome)}`);
  return outcome;
}
