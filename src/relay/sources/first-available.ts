import { isSource, sourceError } from '../checked-options.js';
import type { Source, SourceResult } from '../options.js';
import { callWithin, requireData, sharingTime } from '../source-data.js';
import { timeLeft, waitFor } from '../time.js';

/** Milliseconds for all sources together, if they aren't called by a relay. */
const DEFAULT_TIME = 2000;

/**
 * Combines sources. For IP data, networks and browsers separately, it uses the first source that has the function and
 * knows something. A failing source is skipped, unless all fail. Each source may take its share of the time that is left,
 * and is skipped then: of two sources the first has half of the time.
 *
 * @throws {LookupError} `misconfigured`, if an argument isn't a source.
 */
export function firstAvailable<Context = unknown>(...sources: Source<Context>[]): Source<Context> {
  const wrong = sources.length === 0 ? 0 : sources.findIndex((source) => !isSource(source));
  if (wrong >= 0)
    throw sourceError(
      `Argument ${wrong + 1} of firstAvailable() is not a data source. Use objects with a function ip, such as cloudflare().source.`,
    );
  return {
    ip: firstOf(sources, ({ ip }) => ip),
    ...(sources.some(({ network }) => network) && { network: firstOf(sources, ({ network }) => network) }),
    ...(sources.some(({ browser }) => browser) && { browser: firstOf(sources, ({ browser }) => browser) }),
  };
}

/** A function that calls one function of each source in turn. */
function firstOf<Context, Args extends unknown[]>(
  all: readonly Source<Context>[],
  functionOf: (source: Source<Context>) => ((...args: Args) => SourceResult) | undefined,
): (...args: Args) => SourceResult {
  const sources = all.filter(functionOf);
  const within =
    (milliseconds: number) =>
    async (...args: Args): Promise<object | null> => {
      const deadline = performance.now() + milliseconds;
      const failures: unknown[] = [];
      let answered = 0;
      for (const [i, source] of sources.entries()) {
        const remaining = sources.length - i;
        const share = timeLeft(deadline) / remaining;
        const call = functionOf(source);
        const work = async () =>
          requireData(
            await (call && callWithin(call, share).apply(source, args)),
            'A source of firstAvailable()',
          );
        // The relay itself stops waiting for the last one.
        const waited = await waitFor(work, remaining > 1 ? share : share + DEFAULT_TIME);
        if ('failure' in waited) failures.push(waited.failure);
        else if ('value' in waited) {
          if (waited.value) return waited.value;
          answered += 1;
        }
      }
      if (answered === 0 && failures.length > 0) throw failures[0];
      return null;
    };
  return sharingTime(within, DEFAULT_TIME);
}
