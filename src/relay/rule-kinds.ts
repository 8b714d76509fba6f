/** The kinds of rules that options go by. */

import type { Rule } from './rules.js';

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
