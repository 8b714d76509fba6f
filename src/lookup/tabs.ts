/** Other tabs of the same origin: they share lookups, and revokes. */
import { documentProperty } from './document.js';

/** Milliseconds that a lock outlives its lookup: another process may see the result later than the freed lock. */
const LOCK_HOLD_MS = 1000;

/** Milliseconds between two looks for another tab's result. */
const LOOK_MS = 50;

/** Runs a task in one tab or copy at a time, unless `find` gives another's result first, or after `maxWait` milliseconds. */
export function runInOneTab<Result>(
  name: string,
  find: () => Result | undefined,
  task: () => Promise<Result>,
  maxWait: number,
): Promise<Result> {
  // Node has locks too, but no tabs.
  const view = documentProperty('defaultView');
  if (!view) return task();
  return new Promise((resolve) => {
    let result: Result | Promise<Result> | undefined;
    const run = () => {
      clearInterval(looks);
      result ??= find() ?? task();
      resolve(result);
      return result;
    };
    const looks = setInterval(() => find() && run(), LOOK_MS);
    setTimeout(run, maxWait);
    const share = async () => {
      if (result) return;
      await run();
      await new Promise((release) => setTimeout(release, LOCK_HOLD_MS));
    };
    // Missing over plain http, and refused if storage is blocked. The page's own locks may throw, or give none.
    (async () => view.navigator.locks.request(name, share))().catch(run);
  });
}

export const REVOKE = 'revoke';

/** Listens for revokes in other tabs. Only in pages and workers: a channel would keep a Node process alive. */
export function openChannel(onRevoke: () => void): BroadcastChannel | undefined {
  if (!(globalThis.document || 'WorkerGlobalScope' in globalThis)) return undefined;
  try {
    const channel: BroadcastChannel & { unref?(): void } = new BroadcastChannel('visitor-elements');
    // Node may have a document of jsdom, and the channel must not keep that process alive.
    channel.unref?.();
    channel.onmessage = ({ data }) => {
      if (data === REVOKE) onRevoke();
    };
    return channel;
  } catch {
    // If storage is blocked, there may be no channels; but then nothing is stored that other tabs must clear.
    return undefined;
  }
}
