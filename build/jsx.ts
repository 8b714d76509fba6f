import { readFileSync } from 'node:fs';
import type { Element } from './elements.js';

/**
 * `jsx.d.ts`: the elements for the type checkers of React, Preact, Solid and Vue. One file for all: the names of a
 * framework that is not installed are unknown, so `@ts-expect-error` precedes each line with such a name.
 */
export function jsxTypes(elements: readonly Element[]): string {
  const events = elements.map(eventsOf);
  return `/**
 * Typed markup for React, Preact, Solid and Vue: \`import type {} from 'visitor-elements/jsx.d.ts';\`
 *
 * Made from the elements' source by \`npm run build\`.
 */
import type {
${namesIn(['LookupData VisitorLoadEvent', ...elements.map(({ name }) => name), ...events].join('\n'))
  .map((name) => `  ${name},`)
  .join('\n')}
} from './index.js';

/** What each element takes, by its tag: its properties, and its attributes where these are spelt otherwise. */
export interface VisitorElementProps {
${elements.map(propsOf).join('\n')}
}

/** What a listener of each element gets, by the event's name. */
export interface VisitorElementEvents {
${events.join('\n')}
}

interface Classes {
${elements.map(({ tagName, name }) => `  '${tagName}': ${name};`).join('\n')}
}

type Tag = keyof Classes;
type Own<T extends Tag> = VisitorElementProps[T];
type Listeners<T extends Tag, Prefix extends string> = {
  [E in EventName<T> as \`\${Prefix}\${E}\`]?: (event: VisitorElementEvents[T][E]) => void;
} & ByLookup<T, \`\${Prefix}visitor-load\`>;

// What a <visitor-value> loads depends on its \`from\`.
type EventName<T extends Tag> = Exclude<
  keyof VisitorElementEvents[T] & string,
  T extends 'visitor-value' ? 'visitor-load' : never
>;
type ByLookup<T extends Tag, Name extends string> = T extends 'visitor-value'
  ?
      | ({ from?: 'ip' | undefined } & OnLoad<Name, 'ip'>)
      | ({ from: 'asn' } & OnLoad<Name, 'asn'>)
      | ({ from: 'user-agent' } & OnLoad<Name, 'user-agent'>)
  : unknown;
type OnLoad<Name extends string, L extends keyof LookupData> = {
  [N in Name]?: (event: VisitorLoadEvent<LookupData[L]>) => void;
};

// What a framework gives every element. Of one that is not installed, nothing is known.
// @ts-ignore
type ReactAttributes<E> = import('react').DetailedHTMLProps<import('react').HTMLAttributes<E>, E>;
// @ts-ignore
type PreactAttributes<E extends Element> = import('preact').HTMLAttributes<E>;
// @ts-ignore
type SolidAttributes<E> = import('solid-js').JSX.HTMLAttributes<E>;
// @ts-ignore
type VueAttributes = import('vue').HTMLAttributes & import('vue').PublicProps;

// React and Preact know a listener by the event's own name: onvisitor-load.
type ReactElements = {
  [T in Tag]: Own<T> & Listeners<T, 'on'> & Omit<ReactAttributes<Classes[T]>, keyof Own<T>>;
};
type PreactElements = {
  [T in Tag]: Own<T> & Listeners<T, 'on'> & Omit<PreactAttributes<Classes[T]>, keyof Own<T>>;
};

// Solid: on:visitor-load; prop:labels for what only a property can take.
type SolidProperties<T extends Tag> = {
  [P in keyof Own<T> & string as \`prop:\${P}\`]?: Own<T>[P];
};
type SolidElements = {
  [T in Tag]: Own<T> &
    SolidProperties<T> &
    Listeners<T, 'on:'> &
    Omit<SolidAttributes<Classes[T]>, keyof Own<T>>;
};

// Vue's @visitor-load is the property onVisitorLoad.
type CamelCase<E extends string> = E extends \`\${infer A}-\${infer B}\`
  ? \`\${Capitalize<A>}\${CamelCase<B>}\`
  : Capitalize<E>;
type VueListeners<T extends Tag> = {
  [E in EventName<T> as \`on\${CamelCase<E>}\`]?: (event: VisitorElementEvents[T][E]) => void;
} & ByLookup<T, 'onVisitorLoad'>;
type VueElements = {
  [T in Tag]: new () => { $props: Own<T> & VueListeners<T> & Omit<VueAttributes, keyof Own<T>> };
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ReactElements {}
  }
}
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends PreactElements {}
  }
}
declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements extends SolidElements {}
  }
}
declare module 'vue' {
  interface GlobalComponents extends VueElements {}
}
`;
}

function propsOf({ tagName, name, members, attributes }: Element): string {
  const settable = members
    .filter((member) => member.kind === 'field' && !member.readonly)
    .map((field) => field.name);
  const others = attributes.filter((attribute) => attribute.name.includes('-'));
  const types = others.map((attribute) => `'${attribute.name}': ${name}['${attribute.fieldName}'];`);
  return `  '${tagName}': Partial<Pick<${name}, ${union(settable)}> & { ${types.join(' ')} }>;`;
}

const union = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ') || 'never';

function eventsOf({ tagName, events }: Element): string {
  const lines = events.map(({ name, type }) => `    '${name}': ${type.text};`);
  return `  '${tagName}': {\n${lines.join('\n')}\n  };`;
}

const root = ['index', 'core']
  .map((name) => readFileSync(new URL(`../src/${name}.ts`, import.meta.url), 'utf8'))
  .join('\n');

/** The types in a text that the package's root exports. All others are global. */
function namesIn(text: string): string[] {
  const names = text.replaceAll(/'[^']*'/g, '').match(/\b[A-Z]\w+\b/g) ?? [];
  return [...new Set(names)].filter((name) => new RegExp(`[{\\s]${name}[\\s,}]`).test(root)).sort();
}
