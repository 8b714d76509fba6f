import type { IpData } from '../lookup/internal.js';
import { conditionFields } from './condition-fields.js';
import { merge } from './fields.js';
import { asValue, tokenForms } from './tokens.js';

const oneOf = (names: string) => RegExp(`^(${names})$`, 'i');
const words = /^(?=.{1,40}$)[a-z\d.]+( [a-z\d.]+){0,2}$/i;

/**
 * The forms of simulated values; most of them leave less room than those of conditions, for anybody can write a link, and
 * the page shows what is simulated: none has room for a sentence.
 */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ...tokenForms,
  ['region', /^[a-z]{2}-[a-z\d]{1,3}$/i],
  ['language', /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i],
  ['time-zone', /^[a-z]/i],
  ['network', oneOf('business|cdn|education|government|hosting|inactive|isp|military|mobile|residential')],
  ['device', oneOf('bot|car|console|desktop|ereader|mobile|phone|robot|tablet|tv|watch|wearable')],
  ['os', words],
  ['browser', words],
]);

/**
 * What `visitor-country=DE&visitor-asn=64500…` in a page's address says of the visitor.
 *
 * Only values of the form that such a value has: country and continent two letters, region as `GB-ENG`, currency three
 * letters, a language tag, a zone that the browser knows, an AS number, `true` or `false` for `eu`, network and device
 * from a list, os and browser at most three words of letters, digits and dots, 40 characters. Others are ignored.
 */
export function simulated(search: URLSearchParams): IpData | undefined {
  let data: IpData | undefined;
  for (const [name, path] of conditionFields) {
    const token = search.get(`visitor-${name}`);
    const value = token !== null && forms.get(name)?.test(token) ? said(name, token) : undefined;
    if (value === undefined) continue;
    data = merge(data, path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value) as IpData);
  }
  return data;
}

/** As the service writes it: codes in capitals, which makes a difference to CSS. */
function said(name: string, token: string): unknown {
  const value = asValue(name, token);
  if (name === 'eu') return value === 'true';
  if (name === 'asn') return Number(value) < 2 ** 32 ? Number(value) : undefined;
  if (name === 'time-zone') return isZone(value) ? value : undefined;
  if (/network|device/.test(name)) return value.toLowerCase();
  return /country|continent|region|currency/.test(name) ? value.toUpperCase() : value;
}

function isZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}
