import { isLookupError, type LookupError } from '../../../src/lookup/index.js';

/** What the service counted under one name. */
export interface CountedUsage {
  requests: number;
  preflights: number;
  credits: number;
  log: { method: string; path: string; status: number | null; credits: number }[];
}

/** An address of the development service whose requests are counted apart from all others. */
export interface CountedVisit {
  readonly baseUrl: string;
  usage(): Promise<CountedUsage>;
  /** Requests so far, preflights left out. */
  requests(): Promise<number>;
}

/**
 * A visit of its own.
 *
 * @param prefixes What the service is to do, such as `fault/drop/` or `from/1.1.1.1/`.
 * @param service `/api/`, or `otherOrigin` for requests that cross origins.
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
 * Waits until a condition holds, looking often; sets no long timer, which a test that keeps the clock would catch. It gives
 * up only after a time that no busy machine takes, and then says what it waited for.
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

/** Does something while this page's requests are answered so, whatever they ask. */
async function meanwhile<Result>(answer: typeof fetch, task: () => Promise<Result>): Promise<Result> {
  const { fetch } = globalThis;
  globalThis.fetch = answer;
  return task().finally(() => {
    globalThis.fetch = fetch;
  });
}

/** Does something while every request is answered with this data. */
export const answered = <Result>(data: unknown, task: () => Promise<Result>): Promise<Result> =>
  meanwhile(async () => Response.json(data), task);

/** Does something while no request is ever answered, so that a machine however busy is in time for no answer. */
export const unanswered = <Result>(task: () => Promise<Result>): Promise<Result> =>
  meanwhile(() => new Promise(() => undefined), task);

/** The error of a lookup that must fail. */
export async function failure(lookup: Promise<unknown>): Promise<LookupError> {
  const outcome = await lookup.catch((error: unknown) => error);
  if (!isLookupError(outcome)) throw new Error(`expected a LookupError, not ${JSON.stringify(outcome)}`);
  return outcome;
}
