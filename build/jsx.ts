import { textOf } from './documents/documents.js';
import type { Element } from './elements.js';

/**
 * `jsx.d.ts`: the elements for the type checkers of React, Preact, Solid, Svelte and Vue. One file for all: the names of a
 * framework that is not installed are unknown, so `@ts-expect-error` precedes each line with such a name.
 */
export function jsxTypes(elements: readonly Element[]): string {
  const events = elements.map(eventsOf);
  const names = namesIn(
    ['LookupData VisitorLoadEvent', ...elements.map(({ name }) => name), ...events].join('\n'),
  );
  const lines: Readonly<Record<string, readonly string[]>> = {
    names: names.map((name) => `  ${name},`),
    properties: elements.map(propsOf),
    events,
    classes: elements.map(({ tagName, name }) => `  '${tagName}': ${name};`),
  };
  return textOf('build/jsx.d.ts.txt').replace(/^ {2}\/\* (\w+) \*\/$/gm, (_, part) =>
    (lines[part] ?? []).join('\n'),
  );
}

function propsOf({ tagName, name, members, attributes }: Element): string {
  const settable = members
    .filter((member) => member.kind === 'field' && !member.readonly && member.name !== 'form')
    .map((field) => field.name);
  const others = attributes.filter((attribute) => attribute.name.includes('-'));
  const types = others.map((attribute) => `'${attribute.name}': ${name}['${attribute.fieldName}'];`);
  // Its property is the form, its attribute the form's id.
  if (members.some((member) => member.name === 'form')) types.push('form: string;');
  return `  '${tagName}': Optional<Pick<${name}, ${union(settable)}> & { ${types.join(' ')} }>;`;
}

const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ') || 'never';

function eventsOf({ tagName, events }: Element): string {
  const lines = events.map(({ name, type }) => `    '${name}': ${type.text};`);
  return `  '${tagName}': {\n${lines.join('\n')}\n  };`;
}

const root = ['index', 'core', 'lookup/index'].map((name) => textOf(`src/${name}.ts`)).join('\n');

/** The types in a text that the package's root exports. All others are global. */
function namesIn(text: string): string[] {
  const names = text.replaceAll(/'[^']*'/g, '').match(/\b[A-Z]\w+\b/g) ?? [];
  return [...new Set(names)].filter((name) => new RegExp(`[{\\s]${name}[\\s,}]`).test(root)).sort();
}
