import { type Conditions, conditionNames, isPossible, stated, tokensOf } from './conditions.js';

/** Why these conditions can never match, in a sentence for the page's author; `undefined` if they can. */
export function conditionProblem(conditions: Conditions): string | undefined {
  const has = (name: string) => name in Object(conditions);
  if (has('field') !== has('value')) return 'data-field and data-value need each other';
  const given = stated(conditions);
  if (!given.length)
    return `no condition: there are ${conditionNames.map((name) => `data-${name}`).join(', ')}`;
  for (const { name, list, condition } of given) {
    if (!condition) return `data-${name} is no condition: did you mean data-${nearest(name)}?`;
    const wrong = tokensOf(list).find((token) => !isPossible(condition, token.replace('!', '')));
    if (wrong !== undefined)
      return `data-${name}="${wrong}" never matches: it takes ${condition.words ?? 'a name'}`;
  }
  return undefined;
}

/** The condition whose name has most pairs of letters in common with a misspelt one. */
function nearest(misspelt: string): string | undefined {
  const shared = (name: string) =>
    [...name].filter((_, i) => misspelt.includes(name.slice(i, i + 2))).length -
    Math.abs(name.length - misspelt.length);
  return conditionNames.toSorted((a, b) => shared(b) - shared(a))[0];
}
