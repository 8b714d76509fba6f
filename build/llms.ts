import manifest from '../package.json' with { type: 'json' };
import type { Element } from './elements.js';
import { sharedBy, without } from './reference.js';

const namesOf = (parts: readonly { name: string }[]) => parts.map(({ name }) => name);

/** `llms.txt`: one page for programs that write web pages. `documents` maps files to titles. */
export function llmsText(elements: readonly Element[], documents: ReadonlyMap<string, string>): string {
  const shared = sharedBy(elements);
  const results = namesOf(shared.members).filter((name) => ['data', 'error'].includes(name));
  const lines = elements.map((element) => {
    const { attributes, events } = without(element, shared);
    const [summary = ''] = (element.description ?? '').split('\n');
    const parts = [
      `- \`<${element.tagName}>\`: ${summary}`,
      attributes.length && `Attributes: ${namesOf(attributes).join(', ')}.`,
      events.length && `Events: ${namesOf(events).join(', ')}.`,
    ];
    return parts.filter(Boolean).join(' ');
  });
  const modules = Object.keys(manifest.exports).map((name) => `- \`${name.replace(/^\./, manifest.name)}\``);
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

${modules.join('\n')}

## Elements

All have the attributes ${namesOf(shared.attributes).join(', ')}; the properties ${results.join(' and ')}; refresh(); the events ${namesOf(shared.events).join(' and ')}.

${lines.join('\n')}

## More

Beside this file:

${[...documents].map(([file, title]) => `- [${title}](${file})`).join('\n')}

For tools: dist/custom-elements.json.
`;
}
