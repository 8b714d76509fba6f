import { isObject, LookupError } from './lookup.js';

/** What one option may be. */
export interface Rule<T> {
  allowed: string;
  /** The value, typed; `undefined` where it is not allowed. */
  parse(value: unknown): T | undefined;
  /** The default; the option is required where there is none. */
  initial?: T;
  /** The value may hold a secret, so a message never repeats it. */
  secret?: true;
}

export type Rules<Options> = { readonly [Name in keyof Options]: Rule<Options[Name]> };

/**
 * Checks options by their rules, and fills in the defaults.
 *
 * @throws {LookupError} `misconfigured`, naming the option, what was found and what is allowed.
 */
export function checkByRules<Options>(rules: Rules<Options>, options: unknown): Options {
  if (!isObject(options)) throw misconfigured(`The relay needs an object of options.`);
  const known = Object.keys(rules);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw misconfigured(
      `The relay has no option ${unknown.slice(0, 50)}; it must be one of ${known.join(', ')}.`,
    );
  const checked = Object.entries<Rule<unknown>>(rules).map(([name, rule]) => [
    name,
    checkOption(name, rule, options[name]),
  ]);
  return Object.fromEntries(checked);
}

function checkOption(
  name: string,
  { initial, parse, allowed, secret }: Rule<unknown>,
  found: unknown,
): unknown {
  const value = found === undefined ? initial : parse(found);
  if (value !== undefined) return value;
  const shown = found === undefined ? ' is missing; it' : secret ? '' : ` is ${show(found)}, but`;
  throw misconfigured(`The relay's option ${name}${shown} must be ${allowed}.`);
}

export const misconfigured = (message: string) => new LookupError('misconfigured', message);

function show(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return 'an object';
  return (Array.isArray(value) ? shownArray(value) : `'${String(value)}'`).slice(0, 200);
}

function shownArray(values: unknown[]): string {
  return `[${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : typeof value)).join(', ')}]`;
}

const MOST = 2 ** 31 - 1;

/** A number. */
export const amount = (initial: number, least: number, most = MOST): Rule<number> => ({
  initial,
  allowed: `a number from ${least} to ${most}`,
  parse: (value) => (typeof value === 'number' && value >= least && value <= most ? value : undefined),
});

/** A whole number. */
export const count = (initial: number, least: number, most: number): Rule<number> => ({
  initial,
  allowed:
    most === Infinity
      ? `a whole number from ${least}, or Infinity`
      : `a whole number from ${least} to ${most}`,
  parse: (value) =>
    typeof value === 'number' && value >= least && value <= most && (value % 1 === 0 || value === Infinity)
      ? value
      : undefined,
});

/** A function. Nothing tells more about it before it is called. */
export const callable = <T>(what: string, initial?: T): Rule<T> => ({
  ...(initial !== undefined && { initial }),
  allowed: `a function that ${what}`,
  parse: (value) => (typeof value === 'function' ? (value as T) : undefined),
});

/** An object with methods; no message shows it, since it may hold a secret. */
export const withMethods = <T>(
  what: string,
  methods: readonly string[],
  optional: readonly string[] = [],
): Rule<T | null> => ({
  initial: null,
  secret: true,
  allowed: what,
  parse: (value) => {
    const found = Object(value) === value ? (value as Record<string, unknown>) : {};
    const has = (method: string) => typeof found[method] === 'function';
    const fits = methods.every(has) && optional.every((method) => found[method] === undefined || has(method));
    return fits ? (value as T) : undefined;
  },
});

export const text = (allowed: string, parse: (value: string) => string | false): Rule<string> => ({
  allowed,
  parse: (value) => (typeof value === 'string' && parse(value)) || undefined,
});

/** A list of texts, copied. */
export const texts = (
  allowed: string,
  parse: (value: string) => string | undefined,
  initial: readonly string[],
): Rule<readonly string[]> => ({
  initial,
  allowed,
  parse: (value) => {
    if (!Array.isArray(value)) return undefined;
    const parsed = value.map((item) => (typeof item === 'string' ? parse(item) : undefined));
    return parsed.every((item) => item !== undefined) ? parsed : undefined;
  },
});

/** A list that must hold something where it is given: an empty one would mean nobody, and its default means anybody. */
export const nonEmpty = <T>(rule: Rule<readonly T[]>): Rule<readonly T[]> => ({
  ...rule,
  parse: (value) => {
    const parsed = rule.parse(value);
    return parsed?.length ? parsed : undefined;
  },
});

export const boolean = (initial: boolean): Rule<boolean> => ({
  initial,
  allowed: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
});
