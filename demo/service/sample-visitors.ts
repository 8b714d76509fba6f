import type { AsData, IpData, UserAgentData } from '../../src/model/types.js';

/**
 * Invented visitors. Pages must say so: every name of a network, company or carrier contains `Sample`. They are
 * complete, unlike real data, and use addresses and numbers reserved for documentation (RFC 5737, 3849, 5398; carriers
 * of the test network 001-01). Plain data, so that pages can import it too.
 */

/** A data object with every field present, at every depth. */
export type Complete<T> = T extends readonly (infer Item)[]
  ? readonly Complete<Item>[]
  : T extends object
    ? { [K in keyof T]-?: Complete<NonNullable<T[K]>> }
    : NonNullable<T>;

type CompleteIp = Complete<IpData>;

/** One visitor's data for each origin lookup. The time in `ip.time_zone` is fixed; the service updates it. */
export interface SampleVisitor {
  /** A description in a few words. */
  about: string;
  ip: CompleteIp;
  asn: Complete<AsData>;
}

const noThreat: CompleteIp['security'] = {
  is_abuser: false,
  is_attacker: false,
  is_bogon: false,
  is_cloud_provider: false,
  is_proxy: false,
  is_relay: false,
  is_tor: false,
  is_tor_exit: false,
  is_vpn: false,
  is_anonymous: false,
  is_threat: false,
};

const german = { code: 'de', name: 'German', native: 'Deutsch' };
const english = { code: 'en', name: 'English', native: 'English' };
const welsh = { code: 'cy', name: 'Welsh', native: 'Cymraeg' };
const arabic = { code: 'ar', name: 'Arabic', native: 'العربية' };
const dutch = { code: 'nl', name: 'Dutch', native: 'Nederlands' };
const icelandic = { code: 'is', name: 'Icelandic', native: 'íslenska' };

const europe = { code: 'EU', name: 'Europe' };

const euro: CompleteIp['currency'] = {
  code: 'EUR',
  name: 'Euro',
  name_native: 'Euro',
  plural: 'euros',
  plural_native: 'Euro',
  symbol: '€',
  symbol_native: '€',
  format: {
    decimal_separator: ',',
    group_separator: '.',
    negative: { prefix: '-', suffix: ' €' },
    positive: { prefix: '', suffix: ' €' },
  },
};

/** URLs of flag images on a reserved host name, which never load. */
const flagOf = (emoji: string, emoji_unicode: string) => {
  const picture = (set: string) =>
    `https://flags.example/${set}/${emoji_unicode.replace(/ ?U\+/g, '-').slice(1)}.svg`;
  return {
    emoji,
    emoji_unicode,
    emojitwo: picture('emojitwo'),
    noto: picture('noto'),
    twemoji: picture('twemoji'),
    wikimedia: picture('wikimedia'),
  };
};

const block = (cidr: string, bits: number, country_code: string, organization: string) => ({
  cidr,
  prefix: cidr,
  country_code,
  network_name: 'SAMPLE-NET',
  organization,
  registry: 'RIPE_NCC',
  status: 'allocated',
  size: 2 ** bits,
});

const browser = (
  header: string,
  [name, version]: [string, string],
  [engine, engineVersion]: [string, string],
  [os, osVersion]: [string, string],
  [brand, device, type]: [string, string, string],
): Complete<UserAgentData> => ({
  header,
  name,
  type: 'browser',
  version,
  version_major: version.replace(/\..*/, ''),
  device: { brand, name: device, type },
  engine: {
    name: engine,
    type: 'browser',
    version: engineVersion,
    version_major: engineVersion.replace(/\..*/, ''),
  },
  os: { name: os, type, version: osVersion },
});

/** The visitors by name. `from/<name>/` in front of an origin endpoint selects one. */
export const sampleVisitors: Readonly<Record<string, SampleVisitor>> = {
  'sample-office': {
    about: 'An office in Berlin',
    ip: {
      ip: '192.0.2.44',
      type: 'IPv4',
      hostname: 'office.sample.example',
      carrier: { name: 'Sample Mobile', mcc: '001', mnc: '01' },
      company: { domain: 'books.example', name: 'Sample Books GmbH', type: 'business' },
      connection: {
        asn: 64500,
        domain: 'net.example',
        organization: 'Sample Office Net',
        route: '192.0.2.0/24',
        type: 'isp',
      },
      currency: euro,
      location: {
        continent: europe,
        country: {
          area: 357_021,
          borders: ['AT', 'BE', 'CH', 'CZ', 'DK', 'FR', 'LU', 'NL', 'PL'],
          calling_code: '49',
          capital: 'Berlin',
          code: 'DE',
          name: 'Germany',
          population: 83_280_000,
          population_density: 233.3,
          flag: flagOf('🇩🇪', 'U+1F1E9 U+1F1EA'),
          languages: [german],
          tld: '.de',
        },
        region: { code: 'DE-BE', name: 'Berlin' },
        city: 'Berlin',
        postal: '10117',
        latitude: 52.517,
        longitude: 13.389,
        language: german,
        in_eu: true,
      },
      security: noThreat,
      time_zone: {
        id: 'Europe/Berlin',
        abbreviation: 'CET',
        current_time: '2026-01-15T13:00:00+01:00',
        name: 'Central European Standard Time',
        offset: 3600,
        in_daylight_saving: false,
      },
      user_agent: browser(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ['Firefox', '140.0'],
        ['Gecko', '140.0'],
        ['Windows', '10'],
        ['Sample', 'PC', 'desktop'],
      ),
    },
    asn: {
      asn: 64500,
      name: 'Sample Office Net',
      country_code: 'DE',
      allocated: '2008-12-01T00:00:00Z',
      registry: 'RIPE_NCC',
      domain: 'net.example',
      type: 'isp',
      prefixes: {
        ipv4_count: 1,
        ipv6_count: 1,
        ipv4: [block('192.0.2.0/24', 8, 'DE', 'Sample Office Net')],
        ipv6: [block('2001:db8::/36', 92, 'DE', 'Sample Office Net')],
      },
      relationships: { upstreams: [64496, 64497], downstreams: [64503], peers: [64498, 64499, 64501] },
      updated: '2026-01-15T00:00:00Z',
    },
  },

  'sample-home': {
    about: 'A home on IPv6, in a village with the longest name of its country',
    ip: {
      ip: '2001:db8:85a3:1234:5678:8a2e:370:7334',
      type: 'IPv6',
      hostname: 'cpc-2001-db8-85a3-1234-5678-8a2e-370-7334.customers.broadband.sample.example',
      carrier: { name: 'Sample Mobile', mcc: '001', mnc: '01' },
      company: {
        domain: 'broadband.sample.example',
        name: 'Sample Broadband, Television and Telephone Cooperative of Anglesey and North Wales Limited',
        type: 'isp',
      },
      connection: {
        asn: 65551,
        domain: 'broadband.sample.example',
        organization:
          'Sample Broadband, Television and Telephone Cooperative of Anglesey and North Wales Limited',
        route: '2001:db8:85a3::/48',
        type: 'isp',
      },
      currency: {
        code: 'GBP',
        name: 'British Pound Sterling',
        name_native: 'British Pound Sterling',
        plural: 'British pounds sterling',
        plural_native: 'British pounds sterling',
        symbol: '£',
        symbol_native: '£',
        format: {
          decimal_separator: '.',
          group_separator: ',',
          negative: { prefix: '-£', suffix: '' },
          positive: { prefix: '£', suffix: '' },
        },
      },
      location: {
        continent: europe,
        country: {
          area: 244_820,
          borders: ['IE'],
          calling_code: '44',
          capital: 'London',
          code: 'GB',
          name: 'United Kingdom',
          population: 68_350_000,
          population_density: 279.2,
          flag: flagOf('🇬🇧', 'U+1F1EC U+1F1E7'),
          languages: [english, welsh],
          tld: '.uk',
        },
        region: { code: 'GB-AGY', name: 'Isle of Anglesey' },
        city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
        postal: 'LL61 5UJ',
        latitude: 53.221,
        longitude: -4.21,
        language: english,
        in_eu: false,
      },
      security: noThreat,
      time_zone: {
        id: 'Europe/London',
        abbreviation: 'GMT',
        current_time: '2026-01-15T12:00:00+00:00',
        name: 'Greenwich Mean Time',
        offset: 0,
        in_daylight_saving: false,
      },
      user_agent: browser(
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
        ['Safari', '26.1'],
        ['WebKit', '605.1.15'],
        ['macOS', '10.15.7'],
        ['Sample', 'Desktop Computer', 'desktop'],
      ),
    },
    asn: {
      asn: 65551,
      name: 'Sample Broadband, Television and Telephone Cooperative of Anglesey and North Wales Limited',
      country_code: 'GB',
      allocated: '2013-05-14T00:00:00Z',
      registry: 'RIPE_NCC',
      domain: 'broadband.sample.example',
      type: 'isp',
      prefixes: {
        ipv4_count: 1,
        ipv6_count: 1,
        ipv4: [block('198.51.100.128/25', 7, 'GB', 'Sample Broadband Cooperative')],
        ipv6: [block('2001:db8:85a3::/48', 80, 'GB', 'Sample Broadband Cooperative')],
      },
      relationships: {
        upstreams: [64496],
        downstreams: [64508],
        peers: [64497, 64500, 64505, 65536, 65537, 65538],
      },
      updated: '2026-01-15T00:00:00Z',
    },
  },

  'sample-phone': {
    about: 'A phone in Cairo',
    ip: {
      ip: '198.51.100.7',
      type: 'IPv4',
      hostname: 'phone.mobile.sample.example',
      carrier: { name: 'Sample Mobile', mcc: '001', mnc: '01' },
      company: { domain: 'mobile.sample.example', name: 'Sample Mobile', type: 'isp' },
      connection: {
        asn: 64501,
        domain: 'mobile.sample.example',
        organization: 'Sample Mobile',
        route: '198.51.100.0/25',
        type: 'isp',
      },
      currency: {
        code: 'EGP',
        name: 'Egyptian Pound',
        name_native: 'جنيه مصري',
        plural: 'Egyptian pounds',
        plural_native: 'جنيه مصري',
        symbol: 'EGP',
        symbol_native: 'ج.م.',
        format: {
          decimal_separator: '٫',
          group_separator: '٬',
          negative: { prefix: '-ج.م. ', suffix: '' },
          positive: { prefix: 'ج.م. ', suffix: '' },
        },
      },
      location: {
        continent: { code: 'AF', name: 'Africa' },
        country: {
          area: 1_001_450,
          borders: ['IL', 'LY', 'PS', 'SD'],
          calling_code: '20',
          capital: 'Cairo',
          code: 'EG',
          name: 'Egypt',
          population: 114_536_000,
          population_density: 114.4,
          flag: flagOf('🇪🇬', 'U+1F1EA U+1F1EC'),
          languages: [arabic],
          tld: '.eg',
        },
        region: { code: 'EG-C', name: 'Cairo Governorate' },
        city: 'Cairo',
        postal: '11511',
        latitude: 30.044,
        longitude: 31.236,
        language: arabic,
        in_eu: false,
      },
      security: noThreat,
      time_zone: {
        id: 'Africa/Cairo',
        abbreviation: 'EET',
        current_time: '2026-01-15T14:00:00+02:00',
        name: 'Eastern European Standard Time',
        offset: 7200,
        in_daylight_saving: false,
      },
      user_agent: browser(
        'Mozilla/5.0 (Linux; Android 16; Sample Phone 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
        ['Chrome', '142.0.0.0'],
        ['Blink', '142.0.0.0'],
        ['Android', '16'],
        ['Sample', 'Phone 7', 'mobile'],
      ),
    },
    asn: {
      asn: 64501,
      name: 'Sample Mobile',
      country_code: 'EG',
      allocated: '2011-03-22T00:00:00Z',
      registry: 'AFRINIC',
      domain: 'mobile.sample.example',
      type: 'isp',
      prefixes: {
        ipv4_count: 1,
        ipv6_count: 1,
        ipv4: [block('198.51.100.0/25', 7, 'EG', 'Sample Mobile')],
        ipv6: [block('2001:db8:2000::/36', 92, 'EG', 'Sample Mobile')],
      },
      relationships: { upstreams: [64497, 64499], downstreams: [64504], peers: [64500] },
      updated: '2026-01-15T00:00:00Z',
    },
  },

  'sample-vpn': {
    about: 'Somebody behind a VPN, in a data centre in Amsterdam',
    ip: {
      ip: '203.0.113.18',
      type: 'IPv4',
      hostname: 'vm18.ams.cloud.sample.example',
      carrier: { name: 'Sample Mobile', mcc: '001', mnc: '01' },
      company: { domain: 'vpn.sample.example', name: 'Sample VPN B.V.', type: 'hosting' },
      connection: {
        asn: 64502,
        domain: 'cloud.sample.example',
        organization: 'Sample Cloud',
        route: '203.0.113.0/25',
        type: 'hosting',
      },
      currency: {
        ...euro,
        plural_native: 'euro',
        format: {
          decimal_separator: ',',
          group_separator: '.',
          negative: { prefix: '€ -', suffix: '' },
          positive: { prefix: '€ ', suffix: '' },
        },
      },
      location: {
        continent: europe,
        country: {
          area: 41_526,
          borders: ['BE', 'DE'],
          calling_code: '31',
          capital: 'Amsterdam',
          code: 'NL',
          name: 'Netherlands',
          population: 17_877_000,
          population_density: 430.5,
          flag: flagOf('🇳🇱', 'U+1F1F3 U+1F1F1'),
          languages: [dutch],
          tld: '.nl',
        },
        region: { code: 'NL-NH', name: 'North Holland' },
        city: 'Amsterdam',
        postal: '1012',
        latitude: 52.374,
        longitude: 4.897,
        language: dutch,
        in_eu: true,
      },
      security: { ...noThreat, is_cloud_provider: true, is_vpn: true, is_anonymous: true },
      time_zone: {
        id: 'Europe/Amsterdam',
        abbreviation: 'CET',
        current_time: '2026-01-15T13:00:00+01:00',
        name: 'Central European Standard Time',
        offset: 3600,
        in_daylight_saving: false,
      },
      user_agent: browser(
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
        ['Edge', '142.0.0.0'],
        ['Blink', '142.0.0.0'],
        ['macOS', '10.15.7'],
        ['Sample', 'Laptop', 'desktop'],
      ),
    },
    asn: {
      asn: 64502,
      name: 'Sample Cloud',
      country_code: 'NL',
      allocated: '2016-07-08T00:00:00Z',
      registry: 'RIPE_NCC',
      domain: 'cloud.sample.example',
      type: 'hosting',
      prefixes: {
        ipv4_count: 1,
        ipv6_count: 1,
        ipv4: [block('203.0.113.0/25', 7, 'NL', 'Sample Cloud')],
        ipv6: [block('2001:db8:3000::/36', 92, 'NL', 'Sample Cloud')],
      },
      relationships: { upstreams: [64496, 64498], downstreams: [64506, 64507], peers: [64500, 64501] },
      updated: '2026-01-15T00:00:00Z',
    },
  },

  'sample-tor': {
    about: 'Somebody who leaves the Tor network in Iceland',
    ip: {
      ip: '203.0.113.199',
      type: 'IPv4',
      hostname: 'tor-exit.sample.example',
      carrier: { name: 'Sample Mobile', mcc: '001', mnc: '01' },
      company: { domain: 'privacy.sample.example', name: 'Sample Privacy Foundation', type: 'education' },
      connection: {
        asn: 64505,
        domain: 'privacy.sample.example',
        organization: 'Sample Privacy Foundation',
        route: '203.0.113.128/25',
        type: 'education',
      },
      currency: {
        code: 'ISK',
        name: 'Icelandic Króna',
        name_native: 'íslensk króna',
        plural: 'Icelandic krónur',
        plural_native: 'íslenskar krónur',
        symbol: 'ISK',
        symbol_native: 'kr.',
        format: {
          decimal_separator: ',',
          group_separator: '.',
          negative: { prefix: '-', suffix: ' kr.' },
          positive: { prefix: '', suffix: ' kr.' },
        },
      },
      location: {
        continent: europe,
        country: {
          area: 103_000,
          borders: [],
          calling_code: '354',
          capital: 'Reykjavík',
          code: 'IS',
          name: 'Iceland',
          population: 393_000,
          population_density: 3.8,
          flag: flagOf('🇮🇸', 'U+1F1EE U+1F1F8'),
          languages: [icelandic],
          tld: '.is',
        },
        region: { code: 'IS-1', name: 'Capital Region' },
        city: 'Reykjavík',
        postal: '101',
        latitude: 64.147,
        longitude: -21.942,
        language: icelandic,
        in_eu: false,
      },
      security: {
        ...noThreat,
        is_abuser: true,
        is_attacker: true,
        is_proxy: true,
        is_tor: true,
        is_tor_exit: true,
        is_anonymous: true,
        is_threat: true,
      },
      time_zone: {
        id: 'Atlantic/Reykjavik',
        abbreviation: 'GMT',
        current_time: '2026-01-15T12:00:00+00:00',
        name: 'Greenwich Mean Time',
        offset: 0,
        in_daylight_saving: false,
      },
      user_agent: browser(
        'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ['Firefox', '140.0'],
        ['Gecko', '140.0'],
        ['Linux', '6.12'],
        ['Sample', 'PC', 'desktop'],
      ),
    },
    asn: {
      asn: 64505,
      name: 'Sample Privacy Foundation',
      country_code: 'IS',
      allocated: '2019-11-04T00:00:00Z',
      registry: 'RIPE_NCC',
      domain: 'privacy.sample.example',
      type: 'education',
      prefixes: {
        ipv4_count: 1,
        ipv6_count: 1,
        ipv4: [block('203.0.113.128/25', 7, 'IS', 'Sample Privacy Foundation')],
        ipv6: [block('2001:db8:5000::/36', 92, 'IS', 'Sample Privacy Foundation')],
      },
      relationships: { upstreams: [64497], downstreams: [64508], peers: [64498] },
      updated: '2026-01-15T00:00:00Z',
    },
  },
};
