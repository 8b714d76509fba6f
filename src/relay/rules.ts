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
  if (unknown !== undefined)
    throw misconfiguredError(
      `The relay has no option "${unknown.slice(0, 50)}". Use one of ${known.join(', ')}.`,
    );
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
  if (typeof value === 'string') return `the text '${value.slice(0, 200)}'`;
  return (Array.isArray(value) ? shownArray(value) : String(value)).slice(0, 200);
}

function shownArray(values: unknown[]): string {
  return `[${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : typeof value)).join(', ')}]`;
}

const MAX = 2 ** 31 - 1;

/** A number of a unit, such as seconds. */
export const numberRule = (unit: string, defaultValue: number, min: number): Rule<number> => ({
  defaultValue,
  allowed: `a number of ${unit} from ${min} to ${MAX}`,
  parse: (value) => (typeof value === 'number' && value >= min && value <= MAX ? value : undefined),
});

/** A whole number. */
export const wholeNumberRule = (defaultValue: number, min: number, max: number): Rule<number> => ({
  defaultValue,
  allowed:
    max === Infinity ? `a whole number from ${min}, or Infinity` : `a whole number from ${min} to ${max}`,
  parse: (value) =>
    typeof value === 'number' && value >= min && value <= max && (value % 1 === 0 || value === Infinity)
      ? value
      : undefined,
});

/** A function. Its parameters can't be checked before it is called. */
export const functionRule = <T>(what: string, defaultValue?: T): Rule<T> => ({
  ...(defaultValue !== undefined && { defaultValue }),
  allowed: `a function that ${what}`,
  parse: (value) => (typeof value === 'function' ? (value as T) : undefined),
});

/** An object with methods. Messages never contain it, because it may contain a secret. */
export const methodsRule = <T>(
  what: string,
  methods: readonly string[],
  optional: readonly string[] = [],
): Rule<T | null> => ({
  defaultValue: null,
  secret: true,
  allowed: what,
  parse: (value) => {
    const found = Object(value) === value ? (value as Record<string, unknown>) : {};
    const has = (method: string) => typeof found[method] === 'function';
    const fits = methods.every(has) && optional.every((method) => found[method] === undefined || has(method));
    return fits ? (value as T) : undefined;
  },
});

export const textRule = (
  allowed: string,
  parse: (value: string) => string | false,
  more: Pick<Rule<string>, 'defaultValue' | 'secret'> = {},
): Rule<string> => ({
  ...more,
  allowed,
  parse: (value) => (typeof value === 'string' && parse(value)) || undefined,
});

/** Whether a value is valid as the name of a header or cookie. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value);

/** A list of texts, copied. */
export const textListRule = (
  allowed: string,
  parse: (value: string) => string | undefined,
): Rule<readonly string[]> => ({
  defaultValue: [],
  allowed,
  parse: (value) => {
    if (!Array.isArray(value)) return undefined;
    const parsed = Array.from(value, (item) => (typeof item === 'string' ? parse(item) : undefined));
    return parsed.every((item) => item !== undefined) ? parsed : undefined;
  },
});

/** A list with at least one item. An empty list would allow nobody, but the default allows anybody. */
export const nonEmptyRule = <T>(rule: Rule<readonly T[]>): Rule<readonly T[]> => ({
  ...rule,
  parse: (value) => {
    const parsed = rule.parse(value);
    return parsed?.length ? parsed : undefined;
  },
});

export const booleanRule = (defaultValue: boolean): Rule<boolean> => ({
  defaultValue,
  allowed: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
});

/**
 * Checks the options of a source: an object with only listed names and values of one kind. Returns a copy without
 * `undefined`.
 *
 * @throws {LookupError} `misconfigured`, naming what is wrong and what is allowed.
 */
export function checkSourceOptions<Checked extends object>(
  source: string,
  given: unknown,
  allowed: readonly string[],
  fits: (value: unknown) => boolean,
  kind: string,
): Checked {
  const entries = Object.entries(isObject(given) ? given : {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0)
    throw sourceError(
      `The source ${source} has no options. Use an object with one or more of ${allowed.join(', ')}.`,
    );
  for (const [name, value] of entries) {
    if (!allowed.includes(name))
      throw sourceError(
        `The source ${source} has no option "${name.slice(0, 50)}". Use one of ${allowed.join(', ')}.`,
      );
    if (!fits(value)) throw sourceError(`The source ${source} has an invalid "${name}". Use ${kind}.`);
  }
  return Object.fromEntries(entries) as Checked;
}

/** The error of a source's options or arguments. */
export const sourceError = (message: string) => misconfiguredError(message, 'relay.md#data-sources');
