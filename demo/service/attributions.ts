import data from '@ip-location-db/asn/package.json' with { type: 'json' };

/** A source of the service's data, and the requirements of its licence. */
export interface Attribution {
  /** Who made the data. */
  name: string;
  url: string;
  licence: string;
  licenceUrl: string;
  /** What the service uses it for. */
  gives: string;
}

const CC_BY = { licence: 'CC BY 4.0', licenceUrl: 'https://creativecommons.org/licenses/by/4.0/' };
const MIT = { licence: 'MIT', licenceUrl: 'https://opensource.org/license/mit' };

/** Every data source. Each page that shows results must name it with its link. */
export const attributions: readonly Attribution[] = [
  {
    name: 'NRO',
    url: 'https://www.nro.net/',
    ...CC_BY,
    gives: 'country of an address, address ranges of a network',
  },
  {
    name: 'RouteViews',
    url: 'https://www.routeviews.org/routeviews/',
    ...CC_BY,
    gives: 'address ranges of a network',
  },
  {
    name: 'IP Geolocation by DB-IP',
    url: 'https://db-ip.com/',
    ...CC_BY,
    gives: 'name of a network, address ranges of a network',
  },
  {
    name: 'ip-location-db',
    url: 'https://github.com/sapics/ip-location-db',
    ...CC_BY,
    gives: 'the three sources above, merged into one file each',
  },
  {
    name: 'countries-list',
    url: 'https://github.com/annexare/Countries',
    ...MIT,
    gives: 'name, capital, continent, calling code, languages and currency of a country',
  },
];

/** The date of the data on addresses and networks, `YYYY-MM-DD`, from the packages' version. */
export const dataDate: string = data.version.replace(/^.*(\d{4})(\d\d)(\d\d)\d\d$/, '$1-$2-$3');
