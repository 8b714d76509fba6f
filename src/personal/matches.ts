import { type BrowserSignals, type Conditions, conditionsMatch } from '../model/conditions.js';
import { pageGroups } from './groups.js';
import { personalisationOf } from './personalise.js';

/**
 * Whether all conditions match an IP data object. Never throws.
 *
 * - A name is that of a condition, such as `country` and `asn`, or `field` (a path) together with `value`.
 * - Tokens are separated by spaces or commas, and compared case-insensitively. Any of them may match.
 * - `!` excludes a token. The value must be none of the excluded tokens and, if there are others, one of them.
 * - In `country`, `@eea` means the countries of a group.
 * - In a name with a space, write `_` or `-` for the space, as in `Chrome_OS`, unless the name is the whole list.
 * - An unknown value matches nothing, and neither does a mistake, such as a misspelt name or the country `UK`.
 * - If the data has no `in_eu`, the country decides `eu`.
 *
 * @param signals `gpc`: whether the visitor's browser sends Global Privacy Control, such as
 * `request.headers.get('sec-gpc') === '1'` on a server. Default: the browser's own signals; on a server unknown.
 */
export const matches = (data: unknown, conditions: Conditions, signals?: BrowserSignals): boolean =>
  conditionsMatch(
    { data, signals: { gpc: signals?.gpc ?? personalisationOf().signals().gpc } },
    conditions,
    pageGroups(),
  );
