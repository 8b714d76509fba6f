import type { IpData } from '../lookup/internal.js';
import { conditionFields } from './condition-fields.js';
import { conditionCalled, isPossible } from './conditions.js';
import { merge } from './fields.js';

const networks = 'business cdn education government hosting inactive isp military mobile residential';
const devices = 'bot car console desktop ereader mobile phone robot tablet tv watch wearable';

const listed = (names: string) => (token: string) => names.split(' ').includes(token.toLowerCase());
const like = (form: RegExp) => (token: string) => form.test(token);
const name = like(/^(?=.{1,40}$)[a-z\d.]+( [a-z\d.]+){0,2}$/i);

/**
 * What is asked of a simulated value beyond a condition's own form. Anybody can write a link, and the page shows what is
 * simulated: so no value has room for a sentence.
 */
const narrower = new Map<string, (token: string) => boolean>([
  ['region', like(/^[a-z]{2}-[a-z\d]{1,3}$/i)],
  ['language', like(/^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i)],
  ['time-zone', isZone],
  ['asn', (token) => Number(token.replace(/as/i, '')) < 2 ** 32],
  ['network', listed(networks)],
  ['device', listed(devices)],
  ['os', name],
  ['browser', name],
]);

/** Codes are written in capitals by the service, and for CSS that makes a difference; kinds in small letters. */
const inCapitals = ['country', 'continent', 'region', 'currency'];
const inSmall = ['network', 'device'];

/**
 * What `visitor-country=DE&visitor-asn=64500…` in a page's address says of the visitor.
 *
 * Only values of the form that such a value has: country and continent two letters, region as `GB-ENG`, currency three
 * letters, a language tag, a zone that the browser knows, an AS number, `true` or `false` for `eu`, network and device
 * from a list, os and browser at most three words of letters, digits and dots, 40 characters. Others are ignored.
 */
export function simulated(search: URLSearchParams): IpData | undefined {
  let data: IpData | undefined;
  for (const name of conditionFields.keys()) {
    const token = search.get(`visitor-${name}`);
    const condition = conditionCalled(name);
    if (token === null || !condition || !isPossible(condition, token)) continue;
    if (narrower.get(name)?.(token) === false) continue;
    const { path, json } = condition;
    const value: unknown = json ? JSON.parse(json(token)) : spelt(name, token);
    data = merge(data, path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value) as IpData);
  }
  return data;
}

function spelt(name: string, token: string): string {
  if (inCapitals.includes(name)) return token.toUpperCase();
  return inSmall.includes(name) ? token.toLowerCase() : token;
}

function isZone(timeZone: string): boolean {
  try {
    return /^[a-z]/i.test(timeZone) && Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}
