/** What is asked: whom, with which key, and how. */
import { absolute, type CheckedSettings } from './settings.js';
import type { LookupName } from './types.js';

/** Readers whose questions have the same name share one answer. */
export interface Question {
  /** All that is asked, in full. It holds the key, and so is for memory alone. */
  readonly name: string;
  readonly lookup: LookupName;
  /** Where to ask; without the key. */
  readonly address: string;
  readonly auth: CheckedSettings['auth'];
  /** Empty where none is sent. */
  readonly apiKey: string;
}

/** The origin endpoints 3, 8 and 5 of the specification. */
const paths: Record<LookupName, string> = { ip: '', asn: 'AS', 'user-agent': 'user_agent' };

/** What is asked with settings that were checked. */
export function questionOf(lookup: LookupName, settings: CheckedSettings, ua = ''): Question {
  const { auth } = settings;
  const address = addressOf(lookup, settings, ua);
  const apiKey = auth === 'none' ? '' : settings.apiKey;
  return { name: JSON.stringify([lookup, address, auth, apiKey]), lookup, address, auth, apiKey };
}

function addressOf(lookup: LookupName, { baseUrl, params }: CheckedSettings, ua: string): string {
  const url = new URL(paths[lookup], absolute(baseUrl)?.href.replace(/\/?$/, '/'));
  // No address can hold half a character, such as a cut text may end with.
  const whole = ua.replace(/\p{Surrogate}/gu, '\ufffd');
  url.search = [params.replace(/^\?+/, ''), whole && `ua=${encodeURIComponent(whole)}`]
    .filter(Boolean)
    .join('&');
  return url.href;
}

/** A question as storage may hold it: a name, and all that tells it from another of that name, without the key. */
export function inStorage({ name, address, auth, apiKey }: Question) {
  const spelt = address.toLowerCase();
  const told = [apiKey, encodeURIComponent(apiKey)].some((key) => key && spelt.includes(key.toLowerCase()));
  return {
    name: digest(name),
    place: { address: told ? digest(address) : address, auth, key: digest(apiKey) },
  };
}

/** 64 bits of a text, from which it can't be read (FNV-1a). */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
