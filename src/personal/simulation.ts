import { report } from '../lookup/report.js';
import { conditions, plainToken } from '../model/conditions.js';
import { deepMerge } from '../model/paths.js';
import type { IpData } from '../model/types.js';

/**
 * What `visitor-country=DE&visitor-asn=64500…` in a page's address says of the visitor.
 *
 * Only values of the form that such a value has: country and continent two letters, region as `GB-ENG`, currency three
 * letters, a language tag, a zone that the browser knows, an AS number, `true` or `false` for `eu`, network and device
 * from a list, os and browser at most three words of letters, digits and dots, 40 characters. Others are named on the
 * console, and count as not given.
 */
export function simulatedData(search: URLSearchParams): IpData | undefined {
  let data: IpData | undefined;
  for (const condition of conditions) {
    const { name, path, form, simulatedForm = form, takes, simulates = takes, toData = String } = condition;
    const token = search.get(`visitor-${name}`);
    if (token === null) continue;
    const value = simulatedForm?.test(token) ? toData(plainToken(condition, token)) : undefined;
    if (value === undefined) report(`The URL parameter "visitor-${name}" is "${token}". Use ${simulates}.`);
    else
      data = deepMerge(
        data,
        path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value) as IpData,
      );
  }
  return data;
}
