/**
 * What programs that write pages read: `llms.txt`, and a skill for coding assistants. Both are made from the
 * documentation.
 */

import manifest from '../../package.json' with { type: 'json' };
import type { Element } from '../elements.js';
import { conditionTable } from './condition-tables.js';
import { documentTree, skillFile, textOf } from './documents.js';
import { examplesOf, pageMessages } from './explained-messages.js';
import { literalText, markdownTable, withMovedLinks } from './markdown.js';
import { sharedBy, withoutParts } from './reference.js';

const warning =
  '**A key in a page is visible to anyone who opens the page, and origin restriction is enforced by browsers only.**';

/** `llms.txt`: how to use the package in a page, and links to the documentation. */
export function llmsText(elements: readonly Element[]): string {
  return `# ${manifest.name} ${manifest.version}

> ${manifest.description}

- An element's own content is its fallback. It shows before the script runs, while a lookup is pending, when a lookup fails, to crawlers and without
  JavaScript.
- ${warning} To keep a key private, set \`base-url="/origin/" auth="none"\` and run a relay (\`${manifest.name}/relay-node.js\` or
  \`${manifest.name}/relay.js\`).
- Set page-wide settings with \`configure({ … })\`, or with \`data-*\` attributes on the script tag.
- Hidden content is still in the page. It is no access control.

${documentTree()
  .map(({ title, pages }) => `## ${title}\n\n${pages.map(link).join('\n')}`)
  .join('\n\n')}

## Modules

${Object.keys(manifest.exports)
  .map((name) => `- \`${name.replace(/^\./, manifest.name)}\``)
  .join('\n')}

## Elements

${elementList(elements)}

## Optional

- [A skill for coding assistants](skills/visitor-elements/SKILL.md)
- [The custom elements manifest](dist/custom-elements.json)
`;
}

const link = ({ title, file, description }: { title: string; file: string; description: string }) =>
  `- [${title}](${file})${description && `: ${description}`}`;

const namesOf = (parts: readonly { name: string }[]) => parts.map(({ name }) => name).join(', ');

function elementList(elements: readonly Element[]): string {
  const shared = sharedBy(elements);
  const lines = elements.map((element) => {
    const { attributes, events } = withoutParts(element, shared);
    const [summary = ''] = (element.description ?? '').split('\n');
    return [
      `- \`<${element.tagName}>\`: ${summary}`,
      attributes.length && `Attributes: ${namesOf(attributes)}.`,
      events.length && `Events: ${namesOf(events)}.`,
    ]
      .filter(Boolean)
      .join(' ');
  });
  const properties = shared.members.filter(({ name }) => ['data', 'error'].includes(name));
  return [
    `All have the attributes ${namesOf(shared.attributes)}; the properties ${namesOf(properties)}; refresh(); the events ${namesOf(shared.events)}.`,
    lines.join('\n'),
  ].join('\n\n');
}

/** The skill: when to use which element, recipes, and mistakes to avoid. */
export function skillText(elements: readonly Element[]): string {
  return `---
name: visitor-elements
description: Show or personalise a web page by its visitor's country, network or browser with the visitor-elements web components. Use it for geolocation cards, content by country, currency or consent by region, a country select, and for the relay that keeps an API key private.
---

# visitor-elements

${warning} Prefer a relay: \`base-url="/origin/" auth="none"\`.

## Choose an element

${elementList(elements)}

To style without an element, use \`data-expose\`. For data alone, use the lookup module.

## Recipes

${[
  recipe('Start without a service', 'docs/static-site.md', 'Add the text'),
  recipe('Add a card', 'docs/edge.md', 'Add the page'),
  recipe('Use a bundler', 'docs/frameworks.md', ''),
  recipe('Use React', 'docs/frameworks.md', 'React'),
  recipe('Show other content by country', 'docs/personalise.md', ''),
  recipe('Let visitors change their country', 'docs/country-choice.md', ''),
  recipe('Style by country', 'docs/flash.md', 'Style with attributes on `<html>`'),
  recipe('Wait for consent', 'docs/consent.md', 'Wait for consent'),
  recipe('Use the data alone', 'docs/lookup.md', ''),
  recipe('Run the relay on an edge platform, without a key', 'docs/edge.md', 'Cloudflare'),
  recipe('Run the relay on a Node server', 'docs/server.md', 'Start a server'),
].join('\n\n')}

## Conditions

${conditionTable()}

## Mistakes to avoid

${[
  section('docs/conditions.md', 'How values are compared'),
  section('docs/personalise.md', 'Style and script the shown case'),
  section('docs/personalise.md', 'Use a switch in a form'),
  section('docs/frameworks.md', 'Use your framework'),
  section('docs/testing.md', 'Read what an element shows'),
].join('\n\n')}

### Messages on the console

${markdownTable(
  ['message', 'fix'],
  examplesOf(pageMessages).map(({ example, fix }) => [literalText(example), literalText(fix)]),
)}

## Read on

${documentTree()
  .flatMap(({ pages }) => pages)
  .map((page) => link({ ...page, file: `../../${page.file}` }))
  .join('\n')}
`;
}

/**
 * The text below a heading of a document, up to the next heading. Without a heading, the text before the first one.
 */
function below(file: string, heading: string): string {
  const sections = textOf(file).split(/^##+ /m);
  const found = heading ? sections.find((one) => one.startsWith(`${heading}\n`)) : sections[0];
  if (found === undefined)
    throw new Error(`${file} has no section "${heading}". Name another in build/documents/assistants.ts.`);
  return found.slice(found.indexOf('\n')).trim();
}

const section = (file: string, heading: string) =>
  `### ${heading}\n\n${withMovedLinks(below(file, heading), file, skillFile)}`;

/** The first code block of a section. */
function recipe(title: string, file: string, heading: string): string {
  const [code] = /```(?:html|js|tsx|css)\n[\s\S]*?```/.exec(below(file, heading)) ?? [];
  if (!code)
    throw new Error(
      `${file} has no code in its section "${heading}". Name another in build/documents/assistants.ts.`,
    );
  return `### ${title}\n\n${code}`;
}
