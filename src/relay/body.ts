import { isObject } from '../model/json.js';

/** A JSON object, such as the data of a lookup. */
export type Data = Record<string, unknown>;

/** The maximum bytes of a body, as JSON. */
export const MAX_BODY = 256 * 1024;
/** How many times as much memory as its JSON a body takes, parsed data and JSON together. */
const MEMORY_FACTOR = 6;

const encoder = new TextEncoder();

/** A value's JSON as UTF-8. */
export const encodeJson = (value: unknown): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(value));

/** The data of a response, and its JSON. All responses with the data share both. */
export interface JsonBody {
  readonly data: Data;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const toBody = (data: Data): JsonBody => ({ data, bytes: encodeJson(data) });

/** A body that is valid until a moment, in milliseconds since 1970. */
export interface CachedBody {
  readonly body: JsonBody;
  readonly expiresAt: number;
}

/** An estimate of a body's memory, in bytes. */
export const memoryOf = ({ bytes }: JsonBody): number => MEMORY_FACTOR * bytes.length;

const USER_AGENT = encoder.encode(',"user_agent":');
const END = encoder.encode('}');

/** IP data with its browser. It shares the JSON of both, because encoding them again would take most of a response's time. */
export function withBrowser(ip: JsonBody, browser: JsonBody | undefined): JsonBody {
  const whole = () => ({ ...ip.data, user_agent: browser?.data ?? null });
  if (!browser || ip.bytes.length <= '{}'.length) return toBody(whole());
  const end = ip.bytes.length - END.length;
  const bytes = new Uint8Array(end + USER_AGENT.length + browser.bytes.length + END.length);
  bytes.set(ip.bytes);
  bytes.set(USER_AGENT, end);
  bytes.set(browser.bytes, end + USER_AGENT.length);
  bytes.set(END, bytes.length - END.length);
  return {
    get data() {
      return whole();
    },
    bytes,
  };
}

/** AS data without its lists of prefixes, which may have megabytes. Their counts stay. */
export function withoutPrefixLists(data: Data): Data {
  if (!isObject(data.prefixes)) return data;
  const { ipv4, ipv6, ...counts } = data.prefixes;
  return { ...data, prefixes: counts };
}
