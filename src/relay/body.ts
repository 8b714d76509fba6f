import { isObject } from '../model/json.js';
import type { RelayError } from './errors.js';

export type Data = Record<string, unknown>;

/** The maximum bytes of a body, as JSON. */
export const MAX_BODY = 256 * 1024;
export const TOO_LONG = "The relay accepts at most 256 KiB of data; lists of prefixes don't count.";

const encoder = new TextEncoder();

export const encodeJson = (value: unknown): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(value));

export interface JsonBody {
  readonly data: Data;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const toBody = (data: Data): JsonBody => ({ data, bytes: encodeJson(data) });

/** The outcome of a lookup: data, or why there is none. Valid until a moment, in milliseconds since 1970. */
export type Outcome = CachedBody | { readonly failure: RelayError; readonly expiresAt: number };

export interface CachedBody {
  readonly body: JsonBody;
  readonly expiresAt: number;
}

export function bodyOf(outcome: Outcome): JsonBody {
  if ('failure' in outcome) throw outcome.failure;
  return outcome.body;
}

const wholes = new WeakMap<JsonBody, { browser: JsonBody | undefined; whole: JsonBody }>();

/** IP data with its browser. The last one of an IP address is kept: usually the next request has the same browser. */
export function withBrowser(ip: JsonBody, browser: JsonBody | undefined): JsonBody {
  const known = wholes.get(ip);
  if (known && known.browser === browser) return known.whole;
  const whole = toBody({ ...ip.data, user_agent: browser?.data ?? null });
  wholes.set(ip, { browser, whole });
  return whole;
}

/** AS data without its lists of prefixes, which may have megabytes. Their counts stay. */
export function withoutPrefixLists(data: Data): Data {
  if (!isObject(data.prefixes)) return data;
  const { ipv4, ipv6, ...counts } = data.prefixes;
  return { ...data, prefixes: counts };
}
