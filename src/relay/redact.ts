/** Removes the key from a service's answers, in whatever spelling it is there. */
import { isObject, parseObject } from '../model/json.js';

/** A shorter key can't be told from data: `ip`, or the `k` of `desktop`. */
const SHORTEST_KEY = 8;

/** One character in each spelling it may have: plain, percent-encoded, or escaped as in JSON. */
function spelt(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  const code = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `\\\\{0,3}(?:\\x${hex}|u00${code}|%(?:25)*${code})`;
}

const spellingOf = (text: string) => Array.from(text, spelt).join('');

/** The key in base64, at each offset that it may have in a longer text; only the characters that depend on the key alone. */
function encodingsOf(key: string): string[] {
  const coded = [0, 1, 2].map((before) =>
    btoa('-'.repeat(before) + key).slice(before && before + 1, Math.floor(((before + key.length) * 8) / 6)),
  );
  return [...coded, ...coded.map((part) => part.replaceAll('+', '-').replaceAll('/', '_'))];
}

/**
 * What strikes a key out of single values: texts have `…` in its place, and a number that is the key is `null`. It is
 * found as it is, percent-encoded and JSON-escaped in either case, and in base64, alone or among other text. A key of
 * fewer than 8 characters strikes nothing.
 */
function strikerOf(key: string): (value: unknown) => unknown {
  if (key.length < SHORTEST_KEY) return (value) => value;
  const base64 = encodingsOf(key).map((coded) => `[\\w+/-]?${spellingOf(coded)}[\\w+/-]?=*`);
  const pattern = new RegExp([spellingOf(key), ...base64].join('|'), 'g');
  const number = /^[1-9]\d*$/.test(key) ? Number(key) : undefined;
  return (value) => {
    if (typeof value === 'string') return value.replace(pattern, '…');
    return typeof value === 'number' && (value === number || String(value).search(pattern) >= 0)
      ? null
      : value;
  };
}

/**
 * Whether a text may hold a key in some spelling. Few do, so few are looked at twice: a backslash or percent sign may hide
 * it, and so may the spelling of a number.
 */
const mayHold = (text: string, key: string): boolean =>
  key.length >= SHORTEST_KEY &&
  (/[\\%]/.test(text) ||
    /^\d+$/.test(key) ||
    [key, ...encodingsOf(key)].some((spelt) => text.includes(spelt)));

/**
 * An object from a service's JSON text; `undefined` for anything else, or what is nested too deeply. A key is taken out of
 * its values, and a member whose name holds it is left out.
 */
export function parseStruck(text: string, key: string): Record<string, unknown> | undefined {
  const body = parseObject(text);
  if (!body || !mayHold(text, key)) return body;
  try {
    return Object(struck(body, strikerOf(key)));
  } catch {
    return undefined;
  }
}

function struck(value: unknown, strike: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => struck(item, strike));
  if (!isObject(value)) return strike(value);
  const members = Object.entries(value).filter(([name]) => strike(name) === name);
  return Object.fromEntries(members.map(([name, member]) => [name, struck(member, strike)]));
}
