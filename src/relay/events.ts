import { isObject, parseObject } from '../model/json.js';
import type { LookupName } from '../model/types.js';
import type { RelayOutcome } from './errors.js';

/** Where the relay looks for data, from the nearest place to the farthest. */
export type ServedFrom = 'memory' | 'store' | 'cache' | 'service' | 'source' | 'fallback';

/**
 * An event for `onEvent`: a response to a visitor, a call of the lookup service, or a fault. It never contains a key, an
 * IP address or a User-Agent. Faults are:
 *
 * - a failure of a callback: `store`, `cache`, `rateLimiter`, `source`, `fallbackSource` or `clientIp`
 * - a browser that a limit left out of IP data
 * - the use of `fallbackSource` without a failed call, for example because of a limit
 * - a lookup service that keeps failing, so that visitors don't wait for it for 10 seconds (status 503, `from: 'service'`)
 */
export interface RelayEvent {
  readonly type: 'answer' | 'call' | 'fault';
  /** What was looked up; `null` if the request was refused earlier. */
  readonly lookup: LookupName | null;
  /** `ok`, or why there is no data. */
  readonly outcome: RelayOutcome;
  /** The HTTP status of the response or the call; 0 if there was none. */
  readonly status: number;
  readonly milliseconds: number;
  /** The farthest place that was tried, or to which the call or fault belongs. */
  readonly from?: ServedFrom;
  /** The credits that a call cost, if the service's header says so. */
  readonly credits?: number;
}

export type Notify = (event: RelayEvent) => void;

/** Creates the function that calls `onEvent`, and ignores what that throws or rejects with. */
export function createNotify(onEvent: ((event: RelayEvent) => unknown) | null): Notify {
  if (!onEvent) return () => {};
  return (event) => {
    const called = (async () => onEvent(Object.freeze(event)))();
    called.catch(() => {});
  };
}

/**
 * Prints unexpected errors, those of `clientIp`, `source` and `fallbackSource`, and what the relay's operator must change.
 * Failures of `store`, `cache` and `rateLimiter` are only events. Never prints the key, and never throws.
 */
export class Log {
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  error(thrown: unknown): void {
    try {
      const text = String(thrown instanceof Error ? thrown.stack : thrown);
      console.error(`visitor-elements relay: ${this.#redactor.redactText(text)}`);
    } catch {
      console.error(
        'The relay failed with an error that cannot be printed. Throw instances of Error. See visitor-elements/docs/production.md#monitor-it.',
      );
    }
  }
}

/** How a relay reports what happens: by events, and in the log. */
export interface Reporting {
  notify: Notify;
  log: Log;
}

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
