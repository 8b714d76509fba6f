import manifest from '../package.json' with { type: 'json' };
import type { Element } from './elements.js';

/** The reference of elements: what all of them or all cards share once, then each with its own. */
export function reference(elements: readonly Element[]): string {
  const cards = elements.filter(({ attributes }) => attributes.some(({ name }) => name === 'fields'));
  const inAll = sharedBy(elements);
  const inCards = sharedBy(cards);
  const names = cards.map(({ tagName }) => `\`<${tagName}>\``).join(', ');
  return [
    section('## All elements', inAll, []),
    section(`## Cards: ${names}`, inCards, inAll.all),
    ...elements.map((element) => {
      const told = cards.includes(element) ? [...inAll.all, ...inCards.all] : inAll.all;
      return section(`## \`<${element.tagName}>\``, element, told, element.description);
    }),
  ].join('\n\n');
}

type Part = { name: string; description?: string; default?: string };
type Parts = Pick<
  Element,
  'attributes' | 'members' | 'events' | 'slots' | 'cssParts' | 'cssProperties' | 'cssStates'
>;

/** What every one of some elements has in the same words; and their names, to leave out elsewhere. */
function sharedBy([first, ...others]: readonly Element[]): Parts & { all: string[] } {
  if (!first) throw new Error('There are no elements.');
  const shared = <K extends keyof Parts>(kind: K): Parts[K] => {
    const inOthers = (part: Part) =>
      others.map((other) =>
        (other[kind] as Part[]).find(
          ({ name, description }) => name === part.name && description === part.description,
        ),
      );
    const parts = (first[kind] as Part[]).flatMap((part) => {
      const same = inOthers(part);
      if (same.includes(undefined)) return [];
      return same.every((other) => other && typeOf(other) === typeOf(part))
        ? part
        : { ...part, type: undefined };
    });
    return parts as Parts[K];
  };
  const parts: Parts = {
    attributes: shared('attributes'),
    members: shared('members'),
    events: shared('events'),
    slots: shared('slots'),
    cssParts: shared('cssParts'),
    cssProperties: shared('cssProperties'),
    cssStates: shared('cssStates'),
  };
  const all = Object.entries(parts).flatMap(([kind, items]) =>
    items.map(({ name }: Part) => `${kind} ${name}`),
  );
  return { ...parts, all };
}

function section(title: string, parts: Parts, without: readonly string[], text = ''): string {
  const own = <K extends keyof Parts>(kind: K) =>
    (parts[kind] as Part[]).filter(({ name }) => !without.includes(`${kind} ${name}`));
  const names = parts.attributes.map(({ fieldName }) => fieldName);
  const members = own('members').filter(({ name }) => !names.includes(name));
  const rows = [
    ...own('attributes').map((part) => row(`\`${part.name}\``, typeOf(part), part)),
    ...members.map((part) => row(`\`.${part.name}${isMethod(part) ? '()' : ''}\``, typeOf(part), part)),
    ...own('events').map((part) => row(`event \`${part.name}\``, typeOf(part), part)),
    ...own('slots').map((part) => row(part.name ? `slot \`${part.name}\`` : 'content', '', part)),
    ...own('cssStates').map((part) => row(`\`:state(${part.name})\``, '', part)),
    ...own('cssParts').map((part) => row(`\`::part(${part.name})\``, '', part)),
    ...own('cssProperties').map((part) => row(`\`${part.name}\``, '', part)),
  ];
  const table = rows.length ? ['| name | type | what it is |\n|---|---|---|', ...rows].join('\n') : '';
  return [title, text, table].filter(Boolean).join('\n\n');
}

const isMethod = (part: object) => 'kind' in part && part.kind === 'method';

function typeOf(part: object): string {
  const { type, return: result } = part as { type?: { text: string }; return?: { type: { text: string } } };
  const text = (type ?? result?.type)?.text ?? '';
  return text && `\`${text.replaceAll(' | undefined', '').replaceAll('|', '\\|')}\``;
}

function row(name: string, type: string, { description = '', default: initial }: Part): string {
  const text = description.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return `| ${name} | ${type} | ${text}${initial ? ` Default: \`${initial}\`.` : ''} |`;
}

/** `llms.txt`: what a program that writes pages needs to know, in a page; `documents` are titles by their file. */
export function llmsText(elements: readonly Element[], documents: ReadonlyMap<string, string>): string {
  const shared = sharedBy(elements);
  const list = ({ attributes }: Parts, without: readonly string[] = []) =>
    attributes
      .map(({ name }) => name)
      .filter((name) => !without.includes(`attributes ${name}`))
      .join(', ');
  const lines = elements.map((element) => {
    const own = list(element, shared.all);
    const summary = (element.description ?? '').split('\n')[0] ?? '';
    const events = element.events
      .map(({ name }) => name)
      .filter((name) => !shared.all.includes(`events ${name}`));
    return [
      `- \`<${element.tagName}>\`: ${summary}`,
      own && `Attributes: ${own}.`,
      events.length && `Events: ${events.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' ');
  });
  return `# ${manifest.name} ${manifest.version}

> ${manifest.description}

- An element's own content is its fallback: it shows before the script runs, while pending, on failure, for crawlers and
  without JavaScript.
- A key in a page is readable by anyone who opens the page. Set \`base-url="/origin/" auth="none"\` and run the relay
  (\`${manifest.name}/relay-node.js\` or \`${manifest.name}/relay.js\`) to keep it on a server.
- Page-wide settings: \`configure({ baseUrl, apiKey, auth, params, maxAge, storage, timeout, retries, consent, … })\`, or
  \`data-base-url="…"\` and so on, on the script tag of \`dist/visitor-elements.min.js\`.
- Hiding content in a page is no access control.

## Modules

${Object.keys(manifest.exports)
  .map((name) => `- \`${name.replace(/^\./, manifest.name)}\``)
  .join('\n')}

## Elements

All have the attributes ${list(shared)}; the properties ${shared.members
    .filter(({ name }) => ['data', 'error'].includes(name))
    .map(({ name }) => name)
    .join(' and ')}; refresh(); the events ${shared.events.map(({ name }) => name).join(' and ')}.

${lines.join('\n')}

## More

Beside this file:

${[...documents].map(([file, title]) => `- [${title}](${file})`).join('\n')}

For tools: dist/custom-elements.json.
`;
}
