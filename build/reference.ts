import { type Element, type Part, type Parts, partKinds } from './elements.js';
import { table } from './markdown.js';

/**
 * How the reference writes the name of a part, in the order of its rows. An attribute's row replaces its property's.
 */
const names: Readonly<Record<keyof Parts, (part: Part) => string>> = {
  attributes: ({ name }) => `\`${name}\``,
  members: ({ name, kind }) => `\`.${name}${kind === 'method' ? '()' : ''}\``,
  events: ({ name }) => `event \`${name}\``,
  slots: ({ name }) => (name ? `slot \`${name}\`` : 'content'),
  cssStates: ({ name }) => `\`:state(${name})\``,
  cssParts: ({ name }) => `\`::part(${name})\``,
  cssProperties: ({ name }) => `\`${name}\``,
};

/** The reference of elements: first the parts that all elements or all cards share, then each element's own. */
export function reference(elements: readonly Element[]): string {
  const cards = elements.filter(({ attributes }) => attributes.some(({ name }) => name === 'fields'));
  const inAll = sharedBy(elements);
  const inCards = sharedBy(cards);
  const tags = cards.map(({ tagName }) => `\`<${tagName}>\``).join(', ');
  return [
    section('## All elements', inAll),
    section(`## Cards: ${tags}`, without(inCards, inAll)),
    ...elements.map((element) => {
      const own = without(element, inAll);
      const rest = cards.includes(element) ? without(own, inCards) : own;
      return section(`## \`<${element.tagName}>\``, rest, element.description);
    }),
  ].join('\n\n');
}

/** The parts that all these elements have with the same description. A type that differs is left out. */
export function sharedBy([first, ...others]: readonly Element[]): Parts {
  const shared = (kind: keyof Parts) =>
    (first?.[kind] ?? []).flatMap((part: Part) => {
      const same = others.flatMap((other) =>
        (other[kind] as Part[]).filter(
          ({ name, description }) => name === part.name && description === part.description,
        ),
      );
      if (same.length < others.length) return [];
      return same.every((other) => typeOf(other) === typeOf(part)) ? part : { ...part, type: undefined };
    });
  return Object.fromEntries(partKinds.map((kind) => [kind, shared(kind)])) as Parts;
}

/** The parts that `told` doesn't contain. */
export function without(parts: Parts, told: Parts): Parts {
  const isTold = (kind: keyof Parts, { name }: Part) => told[kind].some((part) => part.name === name);
  return Object.fromEntries(
    partKinds.map((kind) => [kind, (parts[kind] as Part[]).filter((part) => !isTold(kind, part))]),
  ) as Parts;
}

function section(title: string, parts: Parts, text = ''): string {
  const set = new Set(parts.attributes.map(({ fieldName }) => fieldName));
  const rows = Object.entries(names).flatMap(([kind, nameOf]) =>
    (parts[kind as keyof Parts] as Part[])
      .filter(({ name }) => kind !== 'members' || !set.has(name))
      .map((part) => [nameOf(part), typeOf(part), descriptionOf(part)]),
  );
  const parted = rows.length ? table(['name', 'type', 'what it is'], rows) : '';
  return [title, text, parted].filter(Boolean).join('\n\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function typeOf({ type, return: result }: Part): string {
  const text = (type ?? result?.type)?.text ?? '';
  return text && `\`${cell(text.replaceAll(' | undefined', ''))}\``;
}

const descriptionOf = ({ description = '', default: initial }: Part) =>
  cell(description.replaceAll(/\s+/g, ' ')) + (initial ? ` Default: \`${initial}\`.` : '');
