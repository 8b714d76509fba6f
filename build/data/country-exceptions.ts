/**
 * Values that replace the first value of countries-list if this is misleading or depends on its order, with their
 * source. The generator rejects an exception for an unknown country.
 */

const E164 = 'ITU-T E.164, list of assigned country codes: https://www.itu.int/pub/T-SP-E.164D';
const NANP =
  'Several area codes, one country code: https://www.nationalnanpa.com/area_codes/area_code_maps.html';
const CLDR =
  'Unicode CLDR, likely subtags: https://www.unicode.org/cldr/charts/latest/supplemental/likely_subtags.html';
const M49 = 'United Nations, M49: https://unstats.un.org/unsd/methodology/m49/';
const ISO = 'ISO 3166-1: https://www.iso.org/obp/ui/#iso:code:3166:BQ';

interface Exception {
  is: string;
  source: string;
}

export const exceptions: Record<
  'continent' | 'callingCode' | 'language' | 'name',
  Record<string, Exception>
> = {
  continent: {
    RU: { is: 'EU', source: `${M49} (Eastern Europe)` },
    // countries-list has this value first today, and Europe second.
    TR: { is: 'AS', source: `${M49} (Western Asia)` },
  },
  callingCode: {
    // Codes of territories with another country's code, and of former territories: 599 7, 599 9, 47 79. Monaco's and
    // Serbia's were Kosovo's until 2017.
    BQ: { is: '599', source: E164 },
    CW: { is: '599', source: E164 },
    SJ: { is: '47', source: E164 },
    XK: { is: '383', source: E164 },
    // Assigned but never used: the Vatican uses Rome's numbers.
    VA: { is: '39', source: `${E164} (notes on 379 and 39)` },
    DO: { is: '1', source: NANP },
    PR: { is: '1', source: NANP },
  },
  language: {
    AF: { is: 'fa', source: CLDR },
    BY: { is: 'ru', source: CLDR },
    CM: { is: 'fr', source: CLDR },
    IE: { is: 'en', source: CLDR },
    KZ: { is: 'ru', source: CLDR },
    MF: { is: 'fr', source: CLDR },
    PK: { is: 'ur', source: CLDR },
    SX: { is: 'en', source: CLDR },
    ZA: { is: 'en', source: CLDR },
  },
  name: {
    // countries-list names only one of the three islands.
    BQ: { is: 'Bonaire, Sint Eustatius and Saba', source: ISO },
  },
};
