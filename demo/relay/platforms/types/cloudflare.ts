import type { CloudflareProperties } from '../../../../dist/relay/sources/cloudflare.js';
import type { Misspelt, None } from './misspelt.js';

type Theirs = IncomingRequestCfPropertiesBase & IncomingRequestCfPropertiesGeographicInformation;

export type Checked = None<Misspelt<CloudflareProperties, Theirs>>;
// @ts-expect-error A field that is misspelt is noticed.
export type Noticed = None<Misspelt<{ regioncode?: string }, Theirs>>;

export const assign = (cf: Theirs): CloudflareProperties => cf;
