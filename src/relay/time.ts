/** A moment more than `span` ahead was set with a wrong clock. It counts as passed; its entry could last for years. */
export const hasPassed = (moment: number, span: number, now = Date.now()): boolean =>
  moment <= now || moment > now + span;

export const secondsUntil = (moment: number): number => Math.max(1, Math.ceil((moment - Date.now()) / 1000));

/** The share of `timeout` that one operation of a store, or the option `rateLimiter`, may take. */
export const CALLBACK_SHARE = 1 / 10;

/** A timer that is later than this many milliseconds, or this share of the wait, means that this process is busy. */
const BUSY = 50;
const BUSY_SHARE = 1 / 4;
/** Milliseconds after a wait for what arrived while this process was busy. */
const GRACE = 20;

/** The result of a wait: a value, a failure, or nothing in time. `isBusy` if this process itself was late. */
export type WaitResult<T> = { value: T } | { failure: unknown } | { late: true; isBusy: boolean };

/** Waits for work for a number of milliseconds. Never rejects. */
export async function waitFor<T>(work: () => T | Promise<T>, milliseconds: number): Promise<WaitResult<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<WaitResult<T>>((resolve) => {
    const limit = Math.max(0, milliseconds);
    const due = performance.now() + limit;
    const end = () => {
      const isBusy = performance.now() - due - GRACE > Math.max(BUSY, limit * BUSY_SHARE);
      resolve({ late: true, isBusy });
    };
    timer = setTimeout(() => {
      timer = setTimeout(end, GRACE);
    }, limit);
  });
  const done = (async () => ({ value: await work() }))().catch((failure: unknown) => ({ failure }));
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds until a moment of `performance.now()`. */
export const timeLeft = (deadline: number): number => deadline - performance.now();
