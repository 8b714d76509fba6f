import { documentProperty } from '../lookup/document.js';
import type { PageContext } from '../lookup/observer.js';
import { report, thisPage } from '../lookup/page.js';
import {
  type AttributePrefix,
  type Conditions,
  conditionMistake,
  conditionsMatch,
} from '../model/conditions.js';
import { toText } from '../model/json.js';
import type { BrowserSignals } from '../model/types.js';
import { pageGroups } from './page-groups.js';

type GpcNavigator = Navigator & { readonly globalPrivacyControl?: unknown };

/** The browser's own signals: `false` if it lacks the property. A server's `navigator` says nothing about the visitor. */
function browserSignals(): BrowserSignals {
  const { navigator, WorkerNavigator }: { navigator?: GpcNavigator; WorkerNavigator?: typeof Navigator } =
    globalThis;
  const isBrowser =
    documentProperty('documentElement') || (WorkerNavigator && navigator instanceof WorkerNavigator);
  return { gpc: isBrowser ? navigator?.globalPrivacyControl === true : undefined };
}

/** The browser's signals, or the simulated ones. Unknown until it is known whether a visitor is simulated. */
export const signalsOf = ({ state: { isHeld, simulation } }: Pick<PageContext, 'state'>): BrowserSignals =>
  isHeld ? {} : { ...browserSignals(), ...simulation?.signals };

/** Whether all conditions match a visitor of this page. */
export const pageMatches = (
  data: unknown,
  conditions: object,
  prefix: AttributePrefix,
  gpc: unknown = signalsOf(thisPage()).gpc,
): boolean => conditionsMatch({ data, signals: { gpc } }, conditions, pageGroups(thisPage()), prefix);

/**
 * Whether all conditions match an IP data object. Never throws.
 *
 * - A name is that of a condition, such as `country` and `asn`, or `field` (a path) together with `value`.
 * - Values are separated by spaces or commas, and compared case-insensitively. Any of them may match.
 * - `!` excludes a value: no excluded value may match. If other values are given, one of those must match.
 * - `@eea` means a group: in `country` its countries, in `region` its regions and countries.
 * - In a name with a space, write `_` or `-` for the space, as in `Chrome_OS`, unless the name is the whole list.
 * - An unknown value matches nothing. So make `false` the safe result: skip a consent banner only if a condition
 *   matches.
 * - A mistake, such as a misspelt name or the country `UK`, matches nothing and is reported on the console.
 * - If the data has no `in_eu`, the country decides `eu`.
 *
 * @param signals `gpc`: whether the visitor's browser sends Global Privacy Control, such as
 * `request.headers.get('sec-gpc') === '1'` on a server. Default: the browser's own signals; on a server unknown.
 */
export function matches(data: unknown, conditions: Conditions, signals?: BrowserSignals): boolean {
  try {
    const mistake = conditionMistake(conditions, pageGroups(thisPage()), '');
    if (mistake) report(`matches(): ${mistake}`);
    const gpc: unknown = signals?.gpc ?? undefined;
    if (![true, false, undefined].includes(gpc as boolean))
      report(`matches(): "gpc" is "${toText(gpc)}". Use true or false.`);
    return pageMatches(data, conditions, '', gpc);
  } catch {
    // The caller's own objects throw.
    return false;
  }
}
