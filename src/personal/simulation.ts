import { report } from '../lookup/report.js';
import type { Simulation } from '../lookup/shared-state.js';
import { conditions, plainToken } from '../model/conditions.js';
import { regionOf } from '../model/country.js';
import { deepMerge } from '../model/paths.js';

/** Reports a URL parameter that simulates nothing. */
export const reportParameter = (name: string, token: string, allowed: string): void =>
  report(`The URL parameter "visitor-${name}" is "${token}". Use ${allowed}.`);

/**
 * Parses the visitor that a page's URL simulates, as in `visitor-country=DE&visitor-asn=64500`. A value must have the
 * form of its condition. Others are ignored. A region implies its country.
 *
 * @param onMistake Receives the name of the condition, the wrong value, and the allowed ones in words.
 */
export function parseSimulation(
  search: URLSearchParams,
  onMistake: typeof reportParameter,
): Simulation | undefined {
  let simulation: Simulation | undefined;
  for (const condition of conditions) {
    const {
      name,
      path,
      isSignal,
      form,
      simulatedForm = form,
      allowed,
      allowedInSimulation = allowed,
      toData = String,
    } = condition;
    const token = search.get(`visitor-${name}`);
    if (token === null) continue;
    const value = simulatedForm?.test(token) ? toData(plainToken(condition, token)) : undefined;
    if (value === undefined) onMistake(name, token, allowedInSimulation ?? '');
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
