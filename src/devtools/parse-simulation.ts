import type { Simulation } from '../lookup/shared-state.js';
import { conditions, plainValue } from '../model/conditions.js';
import { regionOf } from '../model/country.js';
import { deepMerge } from '../model/paths.js';
import { wordsOf } from './condition-words.js';

/**
 * Parses a simulated visitor, as in `visitor-country=DE&visitor-asn=64500`. A value must have the form of its condition.
 * Others are ignored. A region implies its country.
 *
 * @param onMistake Receives the name of the condition, the wrong value, and the allowed ones in words.
 */
export function parseSimulation(
  search: URLSearchParams,
  onMistake: (name: string, value: string, allowed: string) => void,
): Simulation | undefined {
  let simulation: Simulation | undefined;
  for (const condition of conditions) {
    const { name, path, isSignal, form } = condition;
    const {
      allowed = '',
      simulatedForm = form,
      allowedInSimulation = allowed,
      toData = String,
    } = wordsOf(name);
    const given = search.get(`visitor-${name}`);
    if (given === null) continue;
    const value = simulatedForm?.test(given) ? toData(plainValue(condition, given)) : undefined;
    if (value === undefined) onMistake(name, given, allowedInSimulation);
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
