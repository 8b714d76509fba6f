import { type Conditions, isPossible, type Stated, stated, tokensOf } from './conditions.js';
import { fieldValue, text } from './fields.js';
import { conditionProblem } from './spelling.js';
import { asValue } from './tokens.js';

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
  !conditionProblem(conditions) && stated(conditions).every((condition) => holds(data, condition));

function holds(data: unknown, condition: Stated): boolean {
  const { name, list, path = '' } = condition;
  const spelt = (token: string) => asValue(name, token).toLowerCase().replace(/[_-]/g, ' ');
  const value = text(fieldValue(data, path));
  const [known, tokens] = [spelt(value), tokensOf(list)];
  const excluded = tokens.filter((token) => token.startsWith('!')).map((token) => spelt(token.slice(1)));
  return (
    value !== '' &&
    isPossible(condition, value) &&
    !excluded.includes(known) &&
    (excluded.length === tokens.length || [...tokens, list].map(spelt).includes(known))
  );
}
