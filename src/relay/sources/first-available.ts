import { isSource, sourceError } from '../checked-options.js';
import { REASONS, RelayError } from '../errors.js';
import type { Source, SourceResult } from '../options.js';
import { callWithin, requireData, WITHIN, type Within } from '../source-data.js';
import { timeLeft, waitFor } from '../time.js';

/** Milliseconds for all sources together, if they aren't called by a relay. */
const DEFAULT_TIME = 2000;

/**
 * Combines sources. For IP data, networks and browsers separately, it uses the first source that has the function and
 * knows something. A failing source is logged and skipped, unless all fail. Each source may take its share of the time
 * that is left, and is skipped then: of two sources the first has half of the time.
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
  type Call = (...args: Args) => Promise<object | null>;
  const within: Within<Call> =
    (milliseconds, report) =>
    async (...args) => {
      // The relay waits for `milliseconds`. A source that hangs must be given up before.
      const deadline = performance.now() + milliseconds * 0.95;
      const failures: unknown[] = [];
      for (const [i, source] of sources.entries()) {
        const share = timeLeft(deadline) / (sources.length - i);
        const call = functionOf(source);
        const ask = () => call && callWithin(call, share, report).apply(source, args);
        const work = async () => requireData(await ask(), 'A source of firstAvailable()');
        const waited = await waitFor(work, share);
        if ('value' in waited && waited.value) return waited.value;
        if ('late' in waited) failures.push(report(new RelayError(REASONS.sourceLate)));
        if ('failure' in waited) failures.push(report(waited.failure));
      }
      if (failures.length === sources.length) throw failures[0];
      return null;
    };
  return Object.assign(
    within(DEFAULT_TIME, (thrown) => thrown),
    { [WITHIN]: within },
  );
}
