import type { cloudflareProperties } from '../../../../dist/relay/sources/platforms.js';
import type { Misspelt, None, PathsIn } from './misspelt.js';

type Theirs = IncomingRequestCfPropertiesBase & IncomingRequestCfPropertiesGeographicInformation;

export type Checked = None<Misspelt<PathsIn<typeof cloudflareProperties> | 'isEUCountry', Theirs>>;
// @ts-expect-error A field that is misspelt is noticed.
export type Noticed = None<Misspelt<'regioncode', Theirs>>;
