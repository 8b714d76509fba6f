import manifest from '../../package.json' with { type: 'json' };
import { type Element, type Part, type Parts, partKinds } from '../elements.js';
import { compactTable } from './markdown.js';

/** For each kind of part, the heading and notation of its names, in the order of the tables. */
const kinds: Readonly<Record<keyof Parts, readonly [head: string, nameOf: (part: Part) => string]>> = {
  attributes: ['attribute', ({ name }) => `\`${name}\``],
  members: ['property or method', ({ name, kind }) => `\`.${name}${kind === 'method' ? '()' : ''}\``],
  events: ['event', ({ name }) => `\`${name}\``],
  slots: ['slot', ({ name }) => (name ? `\`slot="${name}"\`` : 'the children')],
  cssStates: ['state', ({ name }) => `\`:state(${name})\``],
  cssParts: ['part', ({ name }) => `\`::part(${name})\``],
  cssProperties: ['custom property', ({ name }) => `\`${name}\``],
};

/** The elements reference: what all elements or all cards share, then each element with its own parts. */
export function elementsReference(elements: readonly Element[]): string {
  const cards = elements.filter(({ attributes }) => attributes.some(({ name }) => name === 'fields'));
  const inAll = sharedBy(elements);
  const inCards = sharedBy(cards);
  const tags = cards.map(({ tagName }) => `\`<${tagName}>\``).join(', ');
  return [
    section('## All elements', inAll),
    partTable(
      'static member of the class',
      rowsOf(statics, ({ name }) => `\`${name}\``),
    ),
    section(`## Cards: ${tags}`, withoutParts(inCards, inAll)),
    ...elements.map((element) => {
      const own = withoutParts(element, inAll);
      const rest = cards.includes(element) ? withoutParts(own, inCards) : own;
      const place = `Import: \`${manifest.name}/${element.tagName}.js\`. Class: [\`${element.name}\`](javascript.md#classes-of-the-elements).`;
      return section(`## \`<${element.tagName}>\``, rest, `${element.description}\n\n${place}`);
    }),
  ].join('\n\n');
}

const statics: readonly Part[] = [
  { name: 'tag', type: { text: 'string' }, description: 'The name of the element, such as `visitor-info`.' },
  {
    name: 'define(tag?, registry?)',
    type: { text: 'void' },
    description:
      'Registers the element under `tag` in `registry`. Does nothing if the name is taken. Default: `tag` of the class in `customElements`.',
  },
];

/** The parts that some elements have with the same description, with the types of all. */
export function sharedBy([first, ...others]: readonly Element[]): Parts {
  const shared = (kind: keyof Parts) =>
    (first?.[kind] ?? []).flatMap((part: Part): Part[] => {
      const same = others.flatMap((other) =>
        (other[kind] as Part[]).filter(
          ({ name, description }) => name === part.name && description === part.description,
        ),
      );
      if (same.length < others.length) return [];
      const types = [...new Set([part, ...same].map(typeOf))].filter(Boolean);
      // A base's own type is the union of the others.
      const single = types.filter((text) => types.length === 1 || !text.includes(' | '));
      return [{ ...part, type: { text: single.join(' | ') } }];
    });
  return byKind(shared);
}

/** Parts whose names aren't in `described`. */
export function withoutParts(parts: Parts, described: Parts): Parts {
  const isDescribed = (kind: keyof Parts, { name }: Part) =>
    described[kind].some((part) => part.name === name);
  return byKind((kind) => (parts[kind] as Part[]).filter((part) => !isDescribed(kind, part)));
}

const byKind = (partsOf: (kind: keyof Parts) => Part[]) =>
  Object.fromEntries(partKinds.map((kind) => [kind, partsOf(kind)])) as Parts;

/** A kind with fewer parts shares its table with the others that have few. */
const FEW = 3;

function section(title: string, parts: Parts, text = ''): string {
  const set = new Set(parts.attributes.map(({ fieldName }) => fieldName));
  const all = Object.entries(kinds).map(([kind, [head, nameOf]]) => {
    const own = (parts[kind as keyof Parts] as Part[]).filter(
      ({ name }) => kind !== 'members' || !set.has(name),
    );
    return { head, rows: rowsOf(own, nameOf) };
  });
  const few = all.filter(({ rows }) => rows.length > 0 && rows.length < FEW);
  const shared = { head: few.map(({ head }) => head).join(', '), rows: few.flatMap(({ rows }) => rows) };
  const tables = [shared, ...all.filter(({ rows }) => rows.length >= FEW)].map(
    ({ head, rows }) => rows.length > 0 && partTable(head, rows),
  );
  return [title, text, ...tables].filter(Boolean).join('\n\n');
}

const partTable = (head: string, rows: readonly (readonly string[])[]) =>
  compactTable([head, 'type', 'default', 'description'], rows);

/** A row for each part: its name, type, default and description. */
const rowsOf = (parts: readonly Part[], nameOf: (part: Part) => string) =>
  parts.map((part) => {
    const [words, initial] = splitDefault((part.description ?? '').replaceAll(/\s+/g, ' '));
    return [nameOf(part), linked(typeOf(part)), part.default ? `\`${part.default}\`` : initial, words];
  });

/** A type without `undefined`, which all attributes and properties may be. */
const typeOf = ({ type, return: result }: Part): string =>
  ((type ?? result?.type)?.text ?? '').replaceAll(' | undefined', '');

/** A type as code. Names of this package link to the JavaScript reference. */
const linked = (type: string): string =>
  type
    .split(' | ')
    .map((one) => {
      const [name = ''] = /^(?:Lookup|Visitor)\w+\b/.exec(one) ?? [];
      if (name) return `[\`${one}\`](javascript.md#${name.toLowerCase()})`;
      return /^(?:Ip|As|UserAgent)Data$/.test(one)
        ? `[\`${one}\`](fields.md#all-fields)`
        : one && `\`${one}\``;
    })
    .join(' | ')
    .replaceAll('` | `', ' | ');

/** A docstring without the sentence about its default, and that default. */
function splitDefault(words: string): [words: string, initial: string] {
  const found = /\s*Default: ((?:`[^`]*`|[^.`])+)\.(?=\s|$)/.exec(words);
  return found?.[1] ? [words.replace(found[0], '').trim(), found[1]] : [words, ''];
}
