import { type Conditions, conditionNames, isPossible, stated, tokensOf } from './conditions.js';

/** What a condition takes, in words. */
const words = new Map([
  ['country', 'two-letter codes such as GB (not UK), and for the EU there is data-eu'],
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
    if (path === undefined) return `data-${name} is no condition: did you mean data-${nearest(name)}?`;
    const wrong = tokensOf(list).find((token) => !isPossible(condition, token.replace('!', '')));
    if (wrong !== undefined)
      return `data-${name}="${wrong}" never matches: it takes ${words.get(name) ?? 'a name'}`;
  }
  return undefined;
}

/** The condition whose name has most pairs of letters in common with a misspelt one. */
function nearest(misspelt: string): string | undefined {
  const shared = (name: string) =>
    [...name].filter((_, i) => misspelt.includes(name.slice(i, i + 2))).length -
    Math.abs(name.length - misspelt.length);
  return conditionNames().toSorted((a, b) => shared(b) - shared(a))[0];
}
