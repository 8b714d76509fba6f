import { type Conditions, conditionNames, isPossible, stated } from './conditions.js';
import { tokensOf } from './list.js';
import { countriesOf, groupNames } from './page-groups.js';

/** What each condition takes, in words for a message. */
const taken = new Map([
  [
    'country',
    'two-letter codes such as GB (not UK) or groups such as @eea; for the EU alone there is data-eu',
  ],
  ['continent', 'AF, AN, AS, EU, NA, OC or SA'],
  ['eu', 'true or false'],
  ['currency', 'three-letter codes such as EUR'],
  ['language', 'two-letter codes such as en'],
  ['asn', 'AS numbers such as AS15169'],
]);

/** Why these conditions can never match, in a sentence for the page's author; `undefined` if they can. */
export function conditionProblem(conditions: Conditions): string | undefined {
  const has = (name: string) => name in Object(conditions);
  if (has('field') !== has('value')) return 'data-field and data-value need each other';
  const given = stated(conditions);
  if (!given.length)
    return `no condition: there are ${conditionNames()
      .map((name) => `data-${name}`)
      .join(', ')}`;
  for (const condition of given) {
    const { name, list, path } = condition;
    if (path === undefined) {
      const meant = countriesOf(name) ? `country="@${name}"` : nearest(name, conditionNames());
      return `data-${name} is no condition: did you mean data-${meant}?`;
    }
    for (const token of tokensOf(list)) {
      const problem = tokenProblem(name, token.replace('!', ''));
      if (problem) return `data-${name}="${token}" never matches: ${problem}`;
    }
  }
  return undefined;
}

/**
 * What is wrong with a token, `!` left out; `undefined` where nothing is.
 *
 * @param name The condition, whose form the token must have.
 * @param attribute What the token is written in. Default: the condition's own.
 */
export function tokenProblem(name: string, token: string, attribute = `data-${name}`): string | undefined {
  const isCountry = name === 'country';
  const group = token.replace('@', '');
  const meant = (right: string | undefined) => `did you mean ${attribute}="@${right}"?`;
  if (isCountry && group !== token) {
    if (countriesOf(group)) return undefined;
    return `there is no group ${group}: ${meant(nearest(group, groupNames()))}`;
  }
  if (isPossible(name, token)) return undefined;
  if (isCountry && countriesOf(token) && (token.length > 2 || attribute !== 'data-country'))
    return meant(token);
  return `it takes ${taken.get(name) ?? 'a name'}`;
}

/** The name most like a misspelt one: by how many pairs of neighbouring letters they share. */
function nearest(misspelt: string, names: string[]): string | undefined {
  const shared = (name: string) =>
    [...name].filter((_, i) => misspelt.includes(name.slice(i, i + 2))).length -
    Math.abs(name.length - misspelt.length);
  return names.toSorted((a, b) => shared(b) - shared(a))[0];
}
