import { type Conditions, isPossible, type Stated, stated } from './conditions.js';
import { isInEu } from './groups.js';
import { tokensOf } from './list.js';
import { isNoCountry } from './no-country.js';
import { countriesOf } from './page-groups.js';
import { fieldValue, text } from './paths.js';
import { conditionProblem } from './spelling.js';
import { asValue } from './tokens.js';

/**
 * Whether all of the conditions hold for an IP data object.
 *
 * Names are `country`, `continent`, `region`, `eu`, `currency`, `language`, `time-zone`, `asn`, `network`, `device`,
 * `os`, `browser`, and `field` (a path) together with `value`. Tokens are separated by spaces or commas and compared
 * without case; any of them matches. In `country`, `@eea` stands for a group's countries. `!` excludes a token, and then
 * the value must be none of those excluded and, if others are named too, one of them. In a name with a space, write `_` or `-` for it: `Chrome_OS`; a name that is the
 * whole list may keep it. What is unknown matches nothing, nor does a mistake, such as a name that is none of these or
 * the country `UK`. Where the data doesn't say `in_eu`, its country tells for `eu`. Never throws.
 */
export const matches = (data: unknown, conditions: Conditions): boolean =>
  !conditionProblem(conditions) && stated(conditions).every((condition) => holds(data, condition));

function holds(data: unknown, condition: Stated): boolean {
  const { name, list, path } = condition;
  const spelt = (token: string) => asValue(name, token).toLowerCase().replace(/[_-]/g, ' ');
  const value = conditionValue(data, name, text(path));
  const [known, tokens] = [spelt(value), tokensOf(list)];
  const meant = (token: string) =>
    (name === 'country' && token.startsWith('@') && countriesOf(token.slice(1))) || [token];
  const isExcluded = (token: string) => token.startsWith('!');
  const excluded = tokens.filter(isExcluded).flatMap((token) => meant(token.slice(1)));
  return (
    value !== '' &&
    isPossible(name, value) &&
    !excluded.map(spelt).includes(known) &&
    (tokens.every(isExcluded) || [...tokens.flatMap(meant), list].map(spelt).includes(known))
  );
}

/** What a condition is compared with, as text: a field's value; for `eu` also what the country tells. */
export const conditionValue = (data: unknown, name: string, path: string): string =>
  text(fieldValue(data, path)) || (name === 'eu' ? euByCountry(data) : '');

/** Whether the country is in the European Union, as text; empty where no country is known. */
function euByCountry(data: unknown): string {
  const country = text(fieldValue(data, 'location.country.code')).toUpperCase();
  return /^[A-Z]{2}$/.test(country) && !isNoCountry(country) ? String(isInEu(country)) : '';
}
