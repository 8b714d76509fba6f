import { isObject } from '../model/json.js';
import type { RelayError } from './errors.js';

export type Data = Record<string, unknown>;

/** The maximum bytes of a body, as JSON. */
export const MAX_BODY = 256 * 1024;

const encoder = new TextEncoder();

export const encodeJson = (value: unknown): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(value));

/** The data of a response, and its JSON. All responses with the data share both. */
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

const USER_AGENT = encoder.encode(',"user_agent":');
const END = encoder.encode('}');

/** IP data with its browser. The JSON of both is copied, because encoding them again would take most of a response's time. */
export function withBrowser(ip: JsonBody, browser: JsonBody | undefined): JsonBody {
  const data = { ...ip.data, user_agent: browser?.data ?? null };
  if (!browser || ip.bytes.length <= '{}'.length) return toBody(data);
  const end = ip.bytes.length - END.length;
  const bytes = new Uint8Array(end + USER_AGENT.length + browser.bytes.length + END.length);
  bytes.set(ip.bytes);
  bytes.set(USER_AGENT, end);
  bytes.set(browser.bytes, end + USER_AGENT.length);
  bytes.set(END, bytes.length - END.length);
  return { data, bytes };
}

/** AS data without its lists of prefixes, which may have megabytes. Their counts stay. */
export function withoutPrefixLists(data: Data): Data {
  if (!isObject(data.prefixes)) return data;
  const { ipv4, ipv6, ...counts } = data.prefixes;
  return { ...data, prefixes: counts };
}
