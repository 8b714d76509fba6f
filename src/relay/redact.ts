import { isObject, parseObject } from '../model/json.js';

/** A shorter key can't be distinguished from data, such as `ip`, or the `k` in `desktop`. */
const MIN_KEY = 8;

/** Removes an API key from texts and data, in each spelling it may have: plain, percent-encoded or JSON-escaped. */
export interface Redactor {
  /** A text with `…` in place of the key. */
  redactText(text: string): string;
  /** A text with `…` in place of the key, or `null` for a number that is the key. Other values stay as they are. */
  redactValue(value: unknown): unknown;
  /** Whether a JSON text may contain the key. A quick test, so that few texts are searched value by value. */
  mayContainKey(text: string): boolean;
}

/** @param key A key of fewer than 8 characters is removed only from texts, not from data. */
export function createRedactor(key: string): Redactor {
  if (key.length < MIN_KEY)
    return {
      redactText: (text) => (key ? text.replaceAll(key, '…') : text),
      redactValue: (value) => value,
      mayContainKey: () => false,
    };
  const pattern = new RegExp(Array.from(key, spellingsOf).join(''), 'g');
  const isDigits = /^\d+$/.test(key);
  const number = isDigits && !key.startsWith('0') ? Number(key) : undefined;
  const redactText = (text: string) => text.replace(pattern, '…');
  return {
    redactText,
    redactValue(value) {
      if (typeof value === 'string') return redactText(value);
      return typeof value === 'number' && (value === number || String(value).search(pattern) >= 0)
        ? null
        : value;
    },
    // A backslash or a percent sign may hide the key, and so may the notation of a number.
    mayContainKey: (text) => isDigits || /[\\%]/.test(text) || text.includes(key),
  };
}

/** A pattern for a character in each spelling: plain, percent-encoded, or escaped as in JSON. */
function spellingsOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  const code = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `\\\\{0,3}(?:\\x${hex}|u00${code}|%(?:25)*${code})`;
}

/**
 * The object in a service's JSON text, with the key removed from its values, and without members whose name contains
 * the key. `undefined` for anything else, and for data that is nested too deeply.
 */
export function parseRedacted(text: string, redactor: Redactor): Record<string, unknown> | undefined {
  const body = parseObject(text);
  return body && redactor.mayContainKey(text) ? Object(redactData(body, redactor)) : body;
}

function redactData(value: unknown, redactor: Redactor): unknown {
  if (Array.isArray(value)) return value.map((item) => redactData(item, redactor));
  if (!isObject(value)) return redactor.redactValue(value);
  const members = Object.entries(value).filter(([name]) => redactor.redactText(name) === name);
  return Object.fromEntries(members.map(([name, member]) => [name, redactData(member, redactor)]));
}
