import type * as theirs from '@vercel/functions/headers';
import type { vercelHeaders, vercelIpHeaders } from '../../../../dist/relay/sources/platforms.js';
import type { None } from './misspelt.js';

/** The headers whose names are in the package. Only the documentation has the others. */
type Names = (typeof vercelHeaders)['country' | 'region' | 'city' | 'postal' | 'latitude' | 'longitude'];
type Theirs =
  | typeof theirs.COUNTRY_HEADER_NAME
  | typeof theirs.REGION_HEADER_NAME
  | typeof theirs.CITY_HEADER_NAME
  | typeof theirs.POSTAL_CODE_HEADER_NAME
  | typeof theirs.LATITUDE_HEADER_NAME
  | typeof theirs.LONGITUDE_HEADER_NAME;

export type Checked = None<Exclude<Names, Theirs> | Exclude<Theirs, Names>>;
export type AddressHeader = None<Exclude<(typeof vercelIpHeaders)[1], typeof theirs.IP_HEADER_NAME>>;
// @ts-expect-error A header that is misspelt is noticed.
export type Noticed = None<Exclude<'x-vercel-ip-town', Theirs>>;
