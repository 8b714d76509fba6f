import { type BrowserSignals, type Conditions, conditionsMatch } from '../model/conditions.js';
import { pageGroups } from './groups.js';
import { personalisationOf } from './personalise.js';

/**
 * Whether all conditions match an IP data object.
 *
 * Names are those of the table of conditions, such as `country` and `asn`, and `field` (a path) together with
 * `value`. Tokens are separated by spaces or commas and compared without case; any of them matches. In `country`,
 * `@eea` means a group's countries. `!` excludes a token: then the value must be none of those excluded and, if
 * others are named too, one of them. In a name with a space, write `_` or `-` for it: `Chrome_OS`; a name that is the
 * whole list may keep it. What is unknown matches nothing, nor does a mistake, such as a name that is none of these
 * or the country `UK`. If the data has no `in_eu`, its country decides `eu`. Never throws.
 *
 * @param signals `gpc`: whether the visitor's browser sends Global Privacy Control, such as
 * `request.headers.get('sec-gpc') === '1'` on a server. Default: what the browser signals; on a server unknown.
 */
export const matches = (data: unknown, conditions: Conditions, signals?: BrowserSignals): boolean =>
  conditionsMatch(
    { data, signals: { gpc: signals?.gpc ?? personalisationOf().signals().gpc } },
    conditions,
    pageGroups(),
  );
