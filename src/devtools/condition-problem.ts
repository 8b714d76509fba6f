/** Explains to the page's author what is wrong with conditions. Visitors' scripts only name them. */
import { keptFor } from '../model/cache.js';
import {
  type Condition,
  conditionNames,
  conditions,
  conditionsMatch,
  conditionValues,
  impossibleCondition,
  nearest,
  plainValue,
  regionGroupIn,
} from '../model/conditions.js';
import { countryCodes } from '../model/country.js';
import { type CountryGroups, listItems } from '../model/groups.js';
import { fieldValue, toText } from '../model/json.js';
import { nested, wordsOf } from './condition-values.js';

/** What is wrong with these conditions, in sentences for the page's author. `undefined` if nothing is. */
export function conditionProblem(all: object, groups: CountryGroups): string | undefined {
  const impossible = impossibleCondition(all, groups, 'data-');
  if (!impossible) {
    const group = regionGroupIn(all, groups);
    return group
      ? `data-country="${group}" can't match the group's regions. Use data-region="${group}".`
      : contradiction(all, groups);
  }
  const { name, wrong } = impossible;
  const allNames = `data-${conditionNames().join(', data-')}`;
  if (!name) return `A <template> has no condition. Add one of ${allNames}.`;
  if (wrong !== undefined)
    return `data-${name}="${wrong}" never matches. ${valueProblem(name, wrong.replace(/^!/, ''), groups)}`;
  if (name === 'field' || name === 'value') return `Use data-field and data-value together.`;
  const meant = groups.codesOf(name) ? `country="@${name}"` : nearest(name, conditionNames());
  return `data-${name} is not a condition. ${meant ? `Did you mean data-${meant}?` : `Use one of ${allNames}.`}`;
}

/** What is wrong with a value of a condition that can never match. */
function valueProblem(name: string, value: string, groups: CountryGroups): string {
  const { acceptsGroups } = conditions.find((row) => row.name === name) ?? {};
  const group = value.replace(/^@/, '');
  if (acceptsGroups && group !== value) {
    const names = [...groups.all.keys()];
    const meant = nearest(group, names);
    return `There is no group ${group}. ${meant ? `Did you mean data-${name}="@${meant}"?` : `Use one of @${names.join(', @')}.`}`;
  }
  if (acceptsGroups && groups.codesOf(value))
    return `Use data-${name}="@${value}"${/^eu$/i.test(value) ? ' or data-eu' : ''}.`;
  return `Use ${wordsOf(name).allowed ?? 'a name'}.`;
}

/** The conditions that a country decides. */
const ofPlace = ['country', 'region', 'eu'];

const known = new WeakMap<CountryGroups, Map<string, string | undefined>>();

/** Why these conditions, each of which can match, never match together. `undefined` if they can. */
function contradiction(all: object, groups: CountryGroups): string | undefined {
  const key = JSON.stringify(all);
  const results = keptFor(known, groups, () => new Map());
  if (!results.has(key)) results.set(key, findContradiction(all, groups));
  return results.get(key);
}

function findContradiction(all: object, groups: CountryGroups): string | undefined {
  const given = Object.entries(all).map(([name, list]) => [name, toText(list)] as const);
  const writing = (some: typeof given) => some.map(([name, list]) => `data-${name}="${list}"`).join(' and ');
  const rows: Pick<Condition, 'name' | 'path' | 'isSignal' | 'prefix' | 'ifEmpty'>[] = [
    ...conditions,
    { name: 'value', path: toText(fieldValue(all, 'field')) },
  ];
  for (const row of rows) {
    const one = given.find(([name]) => name === row.name);
    if (!one || ofPlace.includes(row.name)) continue;
    const tried = { ...(row.name === 'value' && { field: row.path }), [row.name]: one[1] };
    const included = conditionValues(one[1]).filter((value) => !value.startsWith('!'));
    const canMatch = included.some((value) => {
      const data = nested(row.path, plainValue(row, value));
      return conditionsMatch(row.isSignal ? { signals: data } : { data }, tried, groups, 'data-');
    });
    if (included.length && !canMatch) return `${writing([one])} never matches: nothing meets it.`;
  }
  const place = given.filter(([name]) => ofPlace.includes(name));
  const tried = Object.fromEntries(place);
  if (!place.length || places(all, groups).some((data) => conditionsMatch({ data }, tried, groups, 'data-')))
    return undefined;
  return place.length > 1
    ? `${writing(place)} never match together: no country meets ${place.length > 2 ? 'all' : 'both'}.`
    : `${writing(place)} never matches: nothing meets it.`;
}

/** A visitor in each country, and in each region that conditions and groups name. */
function places(all: object, groups: CountryGroups): object[] {
  const named = listItems(toText(fieldValue(all, 'region')).toUpperCase().replace(/!/g, ''));
  const regions = [...named, ...[...groups.all.values()].flatMap(({ codes }) => codes)];
  return countryCodes().flatMap((code) => {
    const own = regions.filter((region) => region.startsWith(`${code}-`) || !/^..(-|$)/.test(region));
    return [`${code}-0`, ...own].map((region) => ({
      location: { country: { code }, region: { code: region } },
    }));
  });
}
