/** Tabs that open at the same moment make one lookup together. */

/** Milliseconds the lock outlives a lookup: another process may see the stored result later than the freed lock. */
const linger = 1000;

/**
 * Runs a task in one tab at a time, unless another tab's result is found first.
 *
 * @param find Finds the result that another tab stored, once this tab can see it.
 * @param patience Milliseconds to wait for another tab before going on without it.
 */
export function oncePerBrowser<T>(
  name: string,
  find: () => T | undefined,
  run: () => Promise<T>,
  patience: number,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return run();
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const { signal } = waiting;
    const settle = (result: T | Promise<T>) => {
      clearTimeout(timer);
      waiting.abort();
      resolve(result);
    };
    const goOn = () => signal.aborted || settle(run());
    const look = () => {
      const result = find();
      if (result) settle(result);
    };
    const timer = setTimeout(goOn, patience);
    globalThis.addEventListener?.('storage', look, { signal });
    locks
      .request(name, { signal }, async () => {
        look();
        if (signal.aborted) return;
        const result = run();
        settle(result);
        await result;
        await new Promise((free) => setTimeout(free, linger));
      })
      // Rejects where the wait was ended above or the task failed, which is settled then, or where locks are not allowed.
      .catch(goOn);
  });
}
