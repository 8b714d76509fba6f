import { isObject, parseObject } from '../model/json.js';
import { REASONS, RelayError } from './errors.js';
import type { RelayEvent } from './events.js';

/** How a relay reports what happens: by events, and in the log. Neither ever contains the key. */
export class Reporter {
  readonly redact: Redactor;

  constructor(
    apiKey: string,
    readonly onEvent: ((event: RelayEvent) => unknown) | null,
  ) {
    this.redact = createRedactor(apiKey);
  }

  /** @param started When what happened began, by `performance.now()`. */
  notify(
    type: RelayEvent['type'],
    facts: Omit<RelayEvent, 'type' | 'milliseconds'>,
    started = performance.now(),
  ): void {
    const { onEvent } = this;
    if (!onEvent) return;
    const event = Object.freeze({ type, ...facts, milliseconds: performance.now() - started });
    (async () => onEvent(event))().catch(() => {});
  }

  /** What was thrown, as a `RelayError`. Anything else is logged. */
  toRelayError(thrown: unknown): RelayError {
    if (thrown instanceof RelayError) return thrown;
    this.log(thrown);
    return new RelayError(REASONS.relayFailed);
  }

  /** Prints unexpected errors, but not those of `store`, `cache` and `rateLimiter`, which are only events. Never throws. */
  log(thrown: unknown): void {
    try {
      const text = thrown instanceof Error ? [thrown.stack, thrown.cause].join('\n') : String(thrown);
      console.error(`visitor-elements relay: ${this.redact.text(text.trimEnd())}`);
    } catch {
      console.error(
        'The relay failed with an error that cannot be printed. Throw instances of Error. See visitor-elements/docs/production.md#monitor-it.',
      );
    }
  }
}

/** A shorter key can't be distinguished from data, such as `ip`, or the `k` in `desktop`. It is removed from texts only. */
const MIN_KEY = 8;

export type Redactor = ReturnType<typeof createRedactor>;

/** Replaces an API key by `…`, in each spelling it may have: plain, percent-encoded or JSON-escaped. */
export function createRedactor(key: string) {
  const pattern = new RegExp(key ? Array.from(key, spellingsOf).join('') : '$^', 'g');
  const text = (text: string) => text.replace(pattern, '…');
  const number = /^[1-9]\d*$/.test(key) ? Number(key) : Number.NaN;
  const isKey = (value: unknown) =>
    typeof value === 'number' && (value === number || text(`${value}`) !== `${value}`);
  /** A copy without the key, and without members whose names contain it. A number that is the key becomes `null`. */
  const data = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(data);
    if (!isObject(value)) return isKey(value) ? null : value;
    const members = Object.entries(value).filter(([name]) => text(name) === name);
    return Object.fromEntries(members.map(([name, member]) => [name, data(member)]));
  };
  return {
    text,
    /** A JSON object, or that in a JSON text. `undefined` for anything else, and if it is nested too deeply. */
    parse(given: unknown): Record<string, unknown> | undefined {
      const body = parseObject(given);
      return body && key.length >= MIN_KEY ? Object(data(body)) : body;
    },
  };
}

function spellingsOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  const code = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:\\\\|%(?:25)*5[Cc]){0,3}(?:u00${code}|%(?:25)*${code}|\\x${hex})`;
}
