import type { Rule } from './rules.js';

const MAX = 2 ** 31 - 1;

/** A number. */
export const numberRule = (defaultValue: number, min: number, max = MAX): Rule<number> => ({
  defaultValue,
  allowed: `a number from ${min} to ${max}`,
  parse: (value) => (typeof value === 'number' && value >= min && value <= max ? value : undefined),
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

export const textRule = (allowed: string, parse: (value: string) => string | false): Rule<string> => ({
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
  defaultValue: readonly string[],
): Rule<readonly string[]> => ({
  defaultValue,
  allowed,
  parse: (value) => {
    if (!Array.isArray(value)) return undefined;
    const parsed = value.map((item) => (typeof item === 'string' ? parse(item) : undefined));
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
