/** Other tabs of the same web origin: they share one lookup, and hear of revokes. */
import { documentProperty } from './document.js';

/** Milliseconds the lock outlives a lookup: another process may see the stored result later than the freed lock. */
const linger = 1000;

/**
 * Runs a task in one tab at a time, unless another tab's result is found first. So tabs that open at the same moment make one
 * lookup.
 *
 * @param find Finds the result that another tab stored, once this tab can see it.
 * @param patience Milliseconds to wait for another tab before going on without it.
 */
export function runInOneTab<Result>(
  name: string,
  find: () => Result | undefined,
  task: () => Promise<Result>,
  patience: number,
): Promise<Result> {
  // Node has locks too, and no tabs.
  const locks = documentProperty('defaultView')?.navigator.locks;
  if (!locks) return task();
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const { signal } = waiting;
    const settle = (result: Result | Promise<Result>) => {
      clearTimeout(timer);
      waiting.abort();
      resolve(result);
    };
    const goOn = () => signal.aborted || settle(task());
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
        const result = task();
        settle(result);
        await result;
        await new Promise((free) => setTimeout(free, linger));
      })
      // Rejects if the wait was ended above or the task failed, which is settled then, or if locks are not allowed.
      .catch(goOn);
  });
}

/** The message to other tabs that consent was revoked. */
export const REVOKE = 'revoke';

/** Listens for revokes in other tabs; in pages and workers only, since a channel would keep a Node process alive. */
export function openChannel(onRevoke: () => void): BroadcastChannel | undefined {
  if (!(globalThis.document || 'WorkerGlobalScope' in globalThis)) return undefined;
  try {
    const channel: BroadcastChannel & { unref?(): void } = new BroadcastChannel('visitor-elements');
    // Node may have a document, such as jsdom makes: the channel must not keep that process alive either.
    channel.unref?.();
    channel.onmessage = ({ data }) => {
      if (data === REVOKE) onRevoke();
    };
    return channel;
  } catch {
    // If storage is blocked there may be no channels, and nothing is stored that other tabs could forget.
    return undefined;
  }
}
