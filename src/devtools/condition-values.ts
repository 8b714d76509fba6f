/** The values of each condition: in words, and as the data of a simulated visitor. */
import type { Simulation } from '../lookup/shared-state.js';
import { type ConditionName, conditions, type Form, plainValue } from '../model/conditions.js';
import { isRegionCode, regionOf } from '../model/country.js';
import { deepMerge } from '../model/json.js';

/** What the documentation and the panel say of a condition's values. */
export interface ConditionWords {
  /** The allowed values. Default: a name. */
  readonly allowed?: string;
  /**
   * The form of a simulated value. Default: the condition's own; without either, the condition can't be simulated. Anyone
   * can write a link whose values the page shows, so no value may be a sentence.
   */
  readonly simulatedForm?: Form;
  /** The allowed simulated values. Default: `allowed`. */
  readonly allowedInSimulation?: string;
  /**
   * Converts a simulated value to the service's spelling, because CSS attribute selectors are case-sensitive.
   * `undefined` if the value is invalid. Default: unchanged.
   */
  toData?(value: string): unknown;
}

const toUpperCase = (value: string) => value.toUpperCase();
const toLowerCase = (value: string) => value.toLowerCase();
const anyOf = (words: string) => RegExp(`^(${words.replaceAll(', ', '|')})$`, 'i');
const names: ConditionWords = {
  simulatedForm: /^(?=.{1,40}$)[a-z\d.]+( [a-z\d.]+){0,2}$/i,
  allowedInSimulation: 'at most three words',
};
const oneOf = (words: string): ConditionWords => ({
  simulatedForm: anyOf(words),
  allowedInSimulation: words,
  toData: toLowerCase,
});
const trueOrFalse: ConditionWords = {
  allowed: 'true or false',
  toData: (value) => value.toLowerCase() === 'true',
};

const table: { readonly [Name in ConditionName]: ConditionWords } = {
  country: {
    allowed: 'two-letter codes such as GB (not UK) or groups such as @eea',
    allowedInSimulation: 'two letters such as DE (and GB, not UK)',
    toData: toUpperCase,
  },
  continent: {
    allowed: 'AF, AN, AS, EU, NA, OC or SA',
    toData: toUpperCase,
  },
  region: {
    allowed: 'codes such as US-CA',
    simulatedForm: { test: (code) => isRegionCode(code) && /^..-[a-z\d]{1,3}$/i.test(code) },
    toData: toUpperCase,
  },
  eu: trueOrFalse,
  currency: {
    allowed: 'three-letter codes such as EUR',
    toData: toUpperCase,
  },
  language: {
    allowed: 'two-letter codes such as en',
    simulatedForm: /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i,
    allowedInSimulation: 'a code such as pt-BR',
  },
  'time-zone': {
    allowed: 'zones such as Europe/Paris',
    simulatedForm: /[a-z]/i,
    toData(timeZone) {
      try {
        return new Intl.DateTimeFormat('en', { timeZone }) && timeZone;
      } catch {
        return undefined;
      }
    },
  },
  asn: {
    allowed: 'AS numbers such as AS15169',
    toData: (value) => (Number(value) < 2 ** 32 ? Number(value) : undefined),
  },
  network: oneOf(
    'business, cdn, education, government, hosting, inactive, isp, military, mobile, residential',
  ),
  device: oneOf('bot, car, console, desktop, ereader, mobile, phone, robot, tablet, tv, watch, wearable'),
  os: names,
  browser: names,
  gpc: trueOrFalse,
};

/** The words of a condition. None for another field. */
export const wordsOf = (name: string): ConditionWords =>
  (table as Record<string, ConditionWords>)[name] ?? {};

/**
 * The simulated visitor of values by the names of conditions, such as `{ country: 'DE', asn: '64500' }`. A value must have
 * the form of its condition. Others are ignored. A region implies its country.
 *
 * @param onMistake Receives the name of the condition, and the allowed values in words.
 */
export function parseSimulation(
  values: Readonly<Record<string, string>>,
  onMistake: (name: string, allowed: string) => void,
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
    const given = values[name];
    if (given === undefined) continue;
    const value = simulatedForm?.test(given) ? toData(plainValue(condition, given)) : undefined;
    if (value === undefined) onMistake(name, allowedInSimulation);
    else simulation = deepMerge(simulation, nested(`${isSignal ? 'signals' : 'data'}.${path}`, value));
  }
  // A region is in a country. A simulated country wins.
  const code = regionOf(simulation?.data).slice(0, 2);
  return simulation && code
    ? deepMerge({ data: { location: { country: { code } } } }, simulation)
    : simulation;
}

/** An object with a value at a dotted path. */
export const nested = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
