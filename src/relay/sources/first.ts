import type { Source, SourceResult } from '../options.js';
import { misconfiguredError } from '../rules.js';
import { knownData } from '../source-data.js';

/**
 * Combines sources. For IP data, networks and browsers separately, it uses the first source that has the function and
 * knows something. A failing source is skipped, unless all fail.
 *
 * @throws {LookupError} `misconfigured`, if an argument isn't a source.
 */
export function firstAvailable<Context = unknown>(...sources: Source<Context>[]): Source<Context> {
  if (sources.length === 0 || sources.some((source) => typeof Object(source).ip !== 'function'))
    throw misconfiguredError(
      'An argument of firstAvailable() is no data source. Use objects with a function ip, such as cloudflare().source.',
      'sources.md#all-sources',
    );
  const [networks, browsers] = [
    sources.filter(({ network }) => network),
    sources.filter(({ browser }) => browser),
  ];
  return {
    ip: (...asked) => firstOf(sources.map((source) => () => source.ip(...asked))),
    ...(networks.length > 0 && {
      network: (asn) => firstOf(networks.map((source) => () => source.network?.(asn))),
    }),
    ...(browsers.length > 0 && {
      browser: (userAgent) => firstOf(browsers.map((source) => () => source.browser?.(userAgent))),
    }),
  };
}

async function firstOf(ways: (() => SourceResult)[]): Promise<object | null> {
  const failures: unknown[] = [];
  for (const ask of ways) {
    try {
      const found = knownData(await ask());
      if (found === undefined)
        throw new TypeError(
          'A source of firstAvailable() returned no plain object. Return an object or null. See visitor-elements/docs/sources.md#your-own-source.',
        );
      if (found) return found;
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length === ways.length) throw failures[0];
  return null;
}
