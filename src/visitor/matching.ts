import { type Condition, type Conditions, isPossible, stated, tokensOf } from './conditions.js';
import { fieldValue, text } from './fields.js';
import { conditionProblem } from './spelling.js';

/**
 * Whether all of the conditions hold for an IP data object.
 *
 * Names are `country`, `continent`, `region`, `eu`, `currency`, `language`, `time-zone`, `asn`, `network`, `device`,
 * `os`, `browser`, and `field` (a path) together with `value`. Tokens are separated by spaces or commas and compared
 * without case; any of them matches. `!` excludes a token, and then the value must be none of those excluded and, if
 * others are named too, one of them. In a name with a space, write `_` or `-` for it: `Chrome_OS`; a name that is the
 * whole list may keep it. What is unknown matches nothing, nor does a mistake, such as a name that is none of these or
 * the country `UK`. Never throws.
 */
export const matches = (data: unknown, conditions: Conditions): boolean =>
  !conditionProblem(conditions) &&
  stated(conditions).every(
    ({ list, condition }) => condition && holds(text(fieldValue(data, condition.path)), list, condition),
  );

function holds(value: string, list: string, condition: Condition): boolean {
  const { json = String } = condition;
  const spelt = (token: string) => json(token).toLowerCase().replace(/[_-]/g, ' ');
  const [known, tokens] = [spelt(value), tokensOf(list)];
  const excluded = tokens.filter((token) => token.startsWith('!')).map((token) => spelt(token.slice(1)));
  return (
    value !== '' &&
    isPossible(condition, value) &&
    !excluded.includes(known) &&
    (excluded.length === tokens.length || [...tokens, list].map(spelt).includes(known))
  );
}
