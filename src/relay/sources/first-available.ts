import type { Source, SourceResult } from '../options.js';
import { kindOf, knownData } from '../source-data.js';
import { sourceError } from './source-options.js';

/**
 * Combines sources. For IP data, networks and browsers separately, it uses the first source that has the function and
 * knows something. A failing source is skipped, unless all fail.
 *
 * @throws {LookupError} `misconfigured`, if an argument isn't a source.
 */
export function firstAvailable<Context = unknown>(...sources: Source<Context>[]): Source<Context> {
  const wrong =
    sources.length === 0 ? 0 : sources.findIndex((source) => typeof Object(source).ip !== 'function');
  if (wrong >= 0)
    throw sourceError(
      `Argument ${wrong + 1} of firstAvailable() is not a data source. Use objects with a function ip, such as cloudflare().source.`,
    );
  const [networks, browsers] = [
    sources.filter(({ network }) => network),
    sources.filter(({ browser }) => browser),
  ];
  return {
    ip: (...args) => firstOf(sources.map((source) => () => source.ip(...args))),
    ...(networks.length > 0 && {
      network: (asn) => firstOf(networks.map((source) => () => source.network?.(asn))),
    }),
    ...(browsers.length > 0 && {
      browser: (userAgent) => firstOf(browsers.map((source) => () => source.browser?.(userAgent))),
    }),
  };
}

async function firstOf(calls: (() => SourceResult)[]): Promise<object | null> {
  const failures: unknown[] = [];
  for (const call of calls) {
    try {
      const result = await call();
      const found = knownData(result);
      if (found === undefined)
        throw new TypeError(
          `A source of firstAvailable() returned ${kindOf(result)} instead of a plain object. Return an object or null. See visitor-elements/docs/relay.md#your-own-source.`,
        );
      if (found) return found;
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length === calls.length) throw failures[0];
  return null;
}
