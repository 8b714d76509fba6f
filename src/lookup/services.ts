/** Ready services for the setting `service`, which `visitor-elements/services.js` adds to a page. */
import { isObject } from '../model/json.js';
import type { LookupName } from '../model/types.js';
import { extensions } from './extensions.js';

/** How a service is asked, and how its response is read. */
export interface Service {
  readonly name: string;
  /** Its URL, to which nothing is added. A root-relative one is relative to the page, whatever its `<base>`. */
  readonly baseUrl: string;
  /** How its key is sent. Default: `query` if it has a `keyParameter` and a key is set, else `none`. */
  readonly auth?: 'query' | 'header' | 'none' | undefined;
  /** The query parameter of its key, such as `token`. */
  readonly keyParameter?: string | undefined;
  /** A query string added to each lookup. */
  readonly params?: string | undefined;
  /** The lookups that it has. Default: `ip`. */
  readonly lookups?: readonly LookupName[] | undefined;
  /** The text of a successful response as our data. A throw, or what is no object, is an invalid response. */
  read(text: string, lookup: LookupName): unknown;
}

/** The names that `services.js` has, for a message. */
const NAMES = 'cloudflare-trace, ipinfo, ipapi, country-is';

/** The service of that name, if the page has loaded it. */
export const serviceNamed = (name: string): Service | undefined =>
  extensions('service')
    .filter((value): value is Service & Record<string, unknown> => isObject(value))
    .findLast((service) => service.name === name);

/** Why a service can't be asked. */
export const missingService = (name: string): string =>
  `The setting "service" is "${name}". Load visitor-elements/services.js, and use one of ${NAMES}.`;
