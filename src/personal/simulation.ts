import { report } from '../lookup/report.js';
import { type BrowserSignals, conditions, plainToken } from '../model/conditions.js';
import { deepMerge } from '../model/paths.js';
import type { IpData } from '../model/types.js';

/** What a page's address simulates. */
export interface Simulation {
  readonly data?: IpData;
  readonly signals?: BrowserSignals;
}

/**
 * What `visitor-country=DE&visitor-asn=64500…` in a page's address says of the visitor.
 *
 * Only values of the form that such a value has: country and continent two letters, region as `GB-ENG`, currency three
 * letters, a language tag, a zone that the browser knows, an AS number, `true` or `false` for `eu` and `gpc`, network and device
 * from a list, os and browser at most three words of letters, digits and dots, 40 characters. Others are named on the
 * console, and count as not given.
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
  return simulation;
}
