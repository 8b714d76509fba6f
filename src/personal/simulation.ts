import { report } from '../lookup/report.js';
import { conditionFields } from '../model/condition-fields.js';
import { merge } from '../model/paths.js';
import { asValue, tokenForms } from '../model/tokens.js';
import type { IpData } from '../model/types.js';

const names = /^(?=.{1,40}$)[a-z\d.]+( [a-z\d.]+){0,2}$/i;
const networks =
  'business, cdn, education, government, hosting, inactive, isp, military, mobile, residential';
const devices = 'bot, car, console, desktop, ereader, mobile, phone, robot, tablet, tv, watch, wearable';
const oneOf = (words: string) => RegExp(`^(${words.replaceAll(', ', '|')})$`, 'i');

/** What each takes, in words. */
const taken: ReadonlyMap<string, string> = new Map([
  ['country', 'two letters such as DE (and GB, not UK)'],
  ['continent', 'two letters such as EU'],
  ['region', 'a code such as US-CA'],
  ['eu', 'true or false'],
  ['currency', 'three letters such as EUR'],
  ['language', 'a code such as pt-BR'],
  ['time-zone', 'a zone such as Europe/Paris'],
  ['asn', 'a number such as AS64500'],
  ['network', networks],
  ['device', devices],
]);

/**
 * The forms of simulated values are stricter than those of conditions: anybody can write a link, and the page shows what
 * it simulates, so no value may hold a sentence.
 */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ...tokenForms,
  ['region', /^[a-z]{2}-[a-z\d]{1,3}$/i],
  ['language', /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i],
  ['time-zone', /[a-z]/i],
  ['network', oneOf(networks)],
  ['device', oneOf(devices)],
  ['os', names],
  ['browser', names],
]);

/**
 * What `visitor-country=DE&visitor-asn=64500…` in a page's address says of the visitor.
 *
 * Only values of the form that such a value has: country and continent two letters, region as `GB-ENG`, currency three
 * letters, a language tag, a zone that the browser knows, an AS number, `true` or `false` for `eu`, network and device
 * from a list, os and browser at most three words of letters, digits and dots, 40 characters. Others are named on the
 * console, and count as not given.
 */
export function simulated(search: URLSearchParams): IpData | undefined {
  let data: IpData | undefined;
  for (const [name, path] of conditionFields) {
    const token = search.get(`visitor-${name}`);
    if (token === null) continue;
    const value = forms.get(name)?.test(token) ? said(name, token) : undefined;
    if (value === undefined)
      report(
        `visitor-${name} in the page’s address is "${token}", but takes ${taken.get(name) ?? 'at most three words'}.`,
      );
    else data = merge(data, path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value) as IpData);
  }
  return data;
}

/** A value as the service writes it: codes in capitals, since CSS compares attributes with case. */
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
