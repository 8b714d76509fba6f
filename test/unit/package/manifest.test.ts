import { readFileSync } from 'node:fs';
import type { Package } from 'custom-elements-manifest';
import { expect, test } from 'vitest';
import type { Element } from '../../../build/elements.js';
import packageJson from '../../../package.json' with { type: 'json' };
import { uniqueSorted, usesOf } from '../../support/source.js';

const text = readFileSync(new URL('../../../dist/custom-elements.json', import.meta.url), 'utf8');
const manifest: Package = JSON.parse(text);
const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations as Element[]);
const tags = elements.map(({ tagName }) => tagName);
const namesOf = (items: readonly { name: string }[]) => uniqueSorted(items.map(({ name }) => name));

test('the manifest has every element that can be imported, and defines it', () => {
  const offered = Object.keys(packageJson.exports).flatMap(
    (name) => /^\.\/(visitor-.+)\.js$/.exec(name)?.[1] ?? [],
  );
  expect(tags).toEqual(offered);
  const defined = manifest.modules.flatMap(({ exports = [] }) =>
    exports.filter(({ kind }) => kind === 'custom-element-definition').map(({ name }) => name),
  );
  expect(defined).toEqual(offered);
});

test('each element has the attributes that all inherit, and its base class of Lit', () => {
  const shared = ['base-url', 'api-key', 'auth', 'params', 'loading'];
  for (const { tagName, attributes, superclass } of elements) {
    expect(namesOf(attributes), tagName).toEqual(expect.arrayContaining(shared));
    const isPlain = ['visitor-value', 'visitor-switch'].includes(tagName);
    expect(superclass?.name, tagName).toBe(isPlain ? 'ReactiveElement' : 'LitElement');
  }
});

test('the manifest is compact: no private members, no inner modules, no aliases of a few words', () => {
  const members = elements.flatMap((element) => element.members.map(({ name }) => name));
  expect(members.filter((name) => /^[#_]|Callback$/.test(name))).toEqual([]);
  expect(text).not.toMatch(/\n|"privacy"|LookupName|Settings\[/);
  const value = elements.find(({ tagName }) => tagName === 'visitor-value');
  const from = value?.attributes.find(({ name }) => name === 'from');
  expect(from?.type?.text).toBe("'ip' | 'asn' | 'user-agent'");
});

test('events have the types that listeners get', () => {
  const types = elements.map(({ tagName, events }) => [
    tagName,
    events.find(({ name }) => name === 'visitor-load')?.type.text,
  ]);
  expect(Object.fromEntries(types)).toMatchObject({
    'visitor-info': 'VisitorLoadEvent<IpData>',
    'visitor-asn': 'VisitorLoadEvent<AsData>',
    'visitor-user-agent': 'VisitorLoadEvent<UserAgentData>',
  });
});

test('each thing in the manifest has a description', () => {
  const bare = elements.flatMap(({ tagName, name, description, ...element }) => {
    const { attributes, members, events, slots, cssParts, cssProperties, cssStates } = element;
    const parts = [attributes, members, events, slots, cssParts, cssProperties, cssStates].flat();
    return [{ name, description }, ...parts]
      .filter((part) => !part.description)
      .map((part) => `${tagName} ${part.name}`);
  });
  expect(bare).toEqual([]);
});

const readText = (name: string) => readFileSync(new URL(`../../../dist/${name}`, import.meta.url), 'utf8');

test('typed markup and editors let the select have the id of its form', () => {
  expect(readText('jsx.d.ts')).toMatch(/'visitor-country-select': .*\bform: string;/);
  const { tags } = JSON.parse(readText('vscode.html-custom-data.json'));
  const { elements } = JSON.parse(readText('web-types.json')).contributions.html;
  for (const list of [tags, elements] as Record<'name' | 'attributes', unknown>[][]) {
    const having = list.filter(({ attributes }) =>
      namesOf(attributes as { name: string }[]).includes('form'),
    );
    expect(having.map(({ name }) => name)).toEqual(['visitor-country-select']);
  }
});

test('methods have the parameters that they take', () => {
  const methods = elements.flatMap(({ members }) => members.filter((member) => member.kind === 'method'));
  const taking = methods
    .filter(({ parameters }) => parameters)
    .map(({ name, parameters }) => [name, parameters]);
  expect(taking).toEqual([['setCustomValidity', [{ name: 'message', type: { text: 'string' } }]]]);
});

test('the CSS data for editors has each name in the manifest once', () => {
  const css = JSON.parse(readText('vscode.css-custom-data.json')) as Record<
    'properties' | 'pseudoClasses' | 'pseudoElements',
    { name: string }[]
  >;
  const names = (of: (element: Element) => readonly { name: string }[], spelt = (name: string) => name) =>
    uniqueSorted(elements.flatMap((element) => of(element).map(({ name }) => spelt(name))));
  const completed = (kind: keyof typeof css) => css[kind].map(({ name }) => name).sort();
  expect(completed('properties')).toEqual(names(({ cssProperties }) => cssProperties));
  expect(completed('pseudoClasses')).toEqual(
    names(
      ({ cssStates }) => cssStates,
      (name) => `:state(${name})`,
    ),
  );
  expect(completed('pseudoElements')).toEqual(
    names(
      ({ cssParts }) => cssParts,
      (name) => `::part(${name})`,
    ),
  );
});

const uses = usesOf(tags);
for (const { tagName, events, slots, cssParts, cssProperties } of elements)
  test(`${tagName}: events, slots, parts and custom properties of the source are in the manifest, and no others`, () => {
    const used = uses.get(tagName);
    expect({ events: namesOf(events), slots: namesOf(slots), parts: namesOf(cssParts) }).toEqual({
      events: uniqueSorted(used?.events ?? []),
      slots: uniqueSorted(used?.slots ?? []),
      parts: uniqueSorted(used?.parts ?? []),
    });
    const properties = namesOf(cssProperties);
    expect(properties).toEqual(expect.arrayContaining(used?.properties ?? []));
    expect(properties.filter((name) => !used?.sharedProperties.includes(name))).toEqual([]);
  });
