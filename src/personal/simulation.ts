import { report } from '../lookup/report.js';
import { type BrowserSignals, conditions, plainToken } from '../model/conditions.js';
import { regionOf } from '../model/country-code.js';
import { deepMerge } from '../model/paths.js';
import type { IpData } from '../model/types.js';

/** What a page's URL simulates. */
export interface Simulation {
  readonly data?: IpData;
  readonly signals?: BrowserSignals;
}

/**
 * Parses the visitor that a page's URL simulates, as in `visitor-country=DE&visitor-asn=64500`. A value must have the
 * form of its condition. Others are reported on the console and ignored. A region implies its country.
 */
export function parseSimulation(search: URLSearchParams): Simulation | undefined {
  let simulation: Simulation | undefined;
  for (const condition of conditions) {
    const {
      name,
      path,
      isSignal,
      form,
      simulatedForm = form,
      takes,
      simulates = takes,
      toData = String,
    } = condition;
    const token = search.get(`visitor-${name}`);
    if (token === null) continue;
    const value = simulatedForm?.test(token) ? toData(plainToken(condition, token)) : undefined;
    if (value === undefined) report(`The URL parameter "visitor-${name}" is "${token}". Use ${simulates}.`);
    else {
      const keys = [isSignal ? 'signals' : 'data', ...path.split('.')];
      simulation = deepMerge(
        simulation,
        keys.reduceRight((inner, key) => ({ [key]: inner }), value) as Simulation,
      );
    }
  }
  // A region is in a country. A simulated country wins.
  const code = regionOf(simulation?.data).slice(0, 2);
  return code
    ? deepMerge({ data: { location: { country: { code } } } }, simulation as Simulation)
    : simulation;
}
