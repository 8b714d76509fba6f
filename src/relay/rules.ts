import { LookupError } from '../model/error.js';
import { isObject } from '../model/json.js';

/** The rule of one option. */
export interface Rule<T> {
  allowed: string;
  /** The typed value. `undefined` if it isn't allowed. */
  parse(value: unknown): T | undefined;
  /** Without a default, the option is required. */
  defaultValue?: T;
  /** Whether the value may contain a secret, so that messages never repeat it. */
  secret?: true;
}

/** Options that had another name before version 1. */
const RENAMED = new Map([
  ['address', 'clientIp'],
  ['hosts', 'allowedHosts'],
  ['allowOrigins', 'allowedOrigins'],
  ['perVisitor', 'hourlyLimitPerVisitor'],
  ['perHour', 'hourlyLimit'],
  ['limit', 'rateLimiter'],
  ['userAgent', 'parseUserAgent'],
  ['fallback', 'fallbackSource'],
  ['observe', 'onEvent'],
]);

export type Rules<Options> = { readonly [Name in keyof Options]: Rule<Options[Name]> };

/**
 * Checks options by their rules, and fills in the defaults.
 *
 * @throws {LookupError} `misconfigured`, naming the option, its value and what is allowed.
 */
export function checkByRules<Options>(rules: Rules<Options>, options: unknown): Options {
  if (!isObject(options))
    throw misconfiguredError('The relay has no options. Use an object such as { baseUrl, apiKey }.');
  const known = Object.keys(rules);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const renamed = RENAMED.get(unknown);
    throw misconfiguredError(
      `The relay has no option "${unknown.slice(0, 50)}". Use ${renamed ?? `one of ${known.join(', ')}`}.`,
    );
  }
  const checked = Object.entries<Rule<unknown>>(rules).map(([name, rule]) => [
    name,
    checkOption(name, rule, options[name]),
  ]);
  return Object.fromEntries(checked);
}

function checkOption(
  name: string,
  { defaultValue, parse, allowed, secret }: Rule<unknown>,
  found: unknown,
): unknown {
  const value = found === undefined ? defaultValue : parse(found);
  if (value !== undefined) return value;
  const shown = found === undefined ? 'missing' : secret ? 'invalid' : show(found);
  throw misconfiguredError(`The relay's option "${name}" is ${shown}. Use ${allowed}.`);
}

/**
 * The error of wrong options.
 *
 * @param section The section of the documentation that explains them.
 */
export const misconfiguredError = (message: string, section = 'relay.md#options') =>
  new LookupError('misconfigured', `${message} See visitor-elements/docs/${section}.`);

function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return 'an object';
  return (Array.isArray(value) ? shownArray(value) : `'${String(value)}'`).slice(0, 200);
}

function shownArray(values: unknown[]): string {
  return `[${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : typeof value)).join(', ')}]`;
}
