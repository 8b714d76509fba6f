import { textOf } from '../../build/documents/documents.js';
import { sharedBy } from '../../build/documents/reference.js';
import type { Element, Part } from '../../build/elements.js';
import { asMarkup, codeBlock, dedent, liveExample, scrollBox } from './code.js';
import { firstSentence } from './document-pages.js';
import { elementExamples } from './examples.js';
import type { Page } from './layout.js';
import { prose } from './prose.js';
import { seeAs } from './see-as.js';
import { sideList } from './side.js';
import { stateGrid } from './state-grid.js';

/** The elements of the built package, in the order of the documentation. */
export function describedElements(): Element[] {
  const text = textOf('dist/custom-elements.json').replaceAll(/(?<=[a-z])'(?=[a-z])/g, '’');
  const { modules } = JSON.parse(text) as { modules: { declarations: Element[] }[] };
  return modules.flatMap(({ declarations }) => declarations);
}

/** The elements reference: an index, the states, what all elements share, and a page for each element. */
export function elementPages(): Page[] {
  const all = describedElements();
  const shared = sharedAttributes(all);
  const list = [
    {
      title: 'Overview',
      pages: [
        ['elements/index.html', 'All elements'],
        ['elements/states.html', 'Every state'],
        ['elements/shared.html', 'Settings of every element'],
      ] as const,
    },
    {
      title: 'Elements',
      pages: all.map(({ tagName }) => [`elements/${tagName}.html`, `<${tagName}>`] as const),
    },
  ];
  return [index(all), states, sharedPage(shared), ...all.map((element) => elementPage(element, shared))].map(
    (page) => ({ ...page, style: 'pages', side: sideList('Elements', list, page.path) }),
  );
}

/** The attributes that every element has, which are described once. */
export const sharedAttributes = (all: readonly Element[]): Part[] => sharedBy(all).attributes;

const index = (all: Element[]): Page => ({
  path: 'elements/index.html',
  title: 'Elements',
  description: 'Every element, with its attributes, events, states, parts and tokens.',
  body: () => `
      <div class="page">
        <h1 class="smaller">Elements</h1>
        <p class="lead">${all.length} elements, one lookup. Each shows your fallback content until there is data, follows the language of the page, and shares one request with the others.</p>
        <ul class="cards">${all
          .map(
            ({ tagName, description }) =>
              `<li><a href="${tagName}.html"><div class="thumb" inert aria-hidden="true"><div data-example>${dedent(elementExamples[tagName]?.main ?? '')}</div></div><h2><code>&lt;${tagName}&gt;</code></h2><p>${asMarkup(firstSentence(description ?? ''))}</p></a></li>`,
          )
          .join('')}</ul>
      </div>`,
});

/** Every element in every state. */
const states: Page = {
  path: 'elements/states.html',
  title: 'Every element in every state',
  description: 'What each element shows before, during and after a lookup, live.',
  script: 'states',
  body: () => `
      <div class="page">
        <h1 class="smaller">Every element in every state</h1>
        <p class="lead">Each frame is a page of its own, with a simulated visitor or failure. A state is a custom state for CSS, such as <code>:state(pending)</code>; <em>overridden</em> is a property of the data, which any state can have.</p>
        ${stateGrid()}
      </div>`,
};

/** The attributes of every element. */
const sharedPage = (shared: readonly Part[]): Page => ({
  path: 'elements/shared.html',
  title: 'Settings of every element',
  description: 'Attributes that all elements have: where their data comes from, and when they request it.',
  body: () => `
      <div class="page">
        <h1 class="smaller">Settings of every element</h1>
        <p class="lead">Set them once for the page, on the script tag or with <code>configure()</code>. An element with settings of its own sends a request of its own.</p>
        <section class="reference" aria-labelledby="attributes"><h2 id="attributes">Attributes</h2>${shared.map((item) => entry('attribute', item)).join('')}</section>
        <p class="more"><a href="{{root}}docs/settings.html">All settings of a page →</a></p>
      </div>`,
});

const elementPage = (element: Element, shared: readonly Part[]): Page => ({
  path: `elements/${element.tagName}.html`,
  title: `<${element.tagName}>`,
  description: plain(element.description),
  script: 'element',
  body: () => bodyOf(element, shared),
});

function bodyOf({ tagName, ...element }: Element, shared: readonly Part[]): string {
  const { main = `<${tagName}></${tagName}>`, second, attributes, slots } = elementExamples[tagName] ?? {};
  const isShared = new Set(shared.map(({ name }) => name));
  const settable = new Set(element.attributes.map(({ fieldName }) => fieldName));
  const members = element.members.filter(({ name }) => !settable.has(name));
  const sections: [id: string, title: string, content: string][] = [
    [
      'attributes',
      'Attributes',
      `${element.attributes
        .filter(({ name }) => !isShared.has(name))
        .map((item) => entry('attribute', item, attributes?.[item.name]))
        .join(
          '',
        )}<p class="entry-more">And those of every element: ${shared.map(({ name }) => `<a href="shared.html#attribute-${name}"><code>${name}</code></a>`).join(' ')}</p>`,
    ],
    ['members', 'Properties and methods', table('member', members)],
    ['events', 'Events', table('event', element.events)],
    [
      'states',
      'States',
      `<p>For CSS, as <code>${asMarkup(tagName)}:state(pending)</code>. <a href="states.html?element=${tagName}">See each one →</a></p>${table('state', element.cssStates)}`,
    ],
    [
      'slots',
      'Slots',
      element.slots
        .map((item) => entry('slot', { ...item, name: item.name || 'default' }, slots?.[item.name]))
        .join(''),
    ],
    [
      'parts',
      'Parts',
      element.cssParts.length === 0
        ? ''
        : `<p>For CSS, as <code>${tagName}::part(${element.cssParts[0]?.name})</code>.</p>${table('part', element.cssParts)}`,
    ],
    [
      'tokens',
      'Tokens',
      element.cssProperties.length
        ? `<p>Custom properties, set on the element or anything around it. <a href="{{root}}playground.html?element=${tagName}">Try them in the playground →</a></p>${table('token', element.cssProperties)}`
        : '',
    ],
  ];
  const [lead, ...details] = prose(element.description).split(/(?=<p>)/);
  return `
      <div class="page">
        <h1 class="smaller"><code>&lt;${tagName}&gt;</code></h1>
        <div class="lead">${lead}</div>
        <page-contents></page-contents>
        ${seeAs(['office', 'home', 'phone', 'vpn', 'gb', 'jp', 'unknown'])}
        <div class="first-example">${liveExample(main)}${second ? liveExample(second) : ''}</div>
        <p class="aside">Import only this element: <code>import 'visitor-elements/${tagName}.js'</code>. <a href="{{root}}playground.html?element=${tagName}">Every setting in the playground, with code for React, Vue and Svelte →</a></p>
        <div class="about">${details.join('')}</div>
        ${sections
          .filter(([, , content]) => content)
          .map(
            ([id, title, content]) =>
              `<section class="reference" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`,
          )
          .join('\n        ')}
      </div>`;
}

/** A name with its description, and live examples if something can be seen. */
function entry(kind: string, item: Part, examples: readonly string[] = []): string {
  const { name, description, type, default: value } = item;
  const shown = examples.map((markup) =>
    markup.includes('/fault/') ? onRequest(markup) : liveExample(markup),
  );
  return `<article class="entry" id="${kind}-${name}"><div><h3><code>${asMarkup(name)}</code></h3>${type?.text ? `<p class="type"><code>${asMarkup(type.text)}</code></p>` : ''}${prose(description)}${value ? `<p class="aside">Default: <code>${asMarkup(value)}</code></p>` : ''}</div>${shown.length > 0 ? `<div class="entry-examples">${shown.join('')}</div>` : ''}</article>`;
}

const table = (kind: string, items: readonly Part[] = []) =>
  items.length === 0
    ? ''
    : scrollBox(
        'Table',
        `<table><thead><tr><th scope="col">Name</th><th scope="col">Description</th></tr></thead><tbody>${items
          .map(
            ({ name, description, type, default: value }) =>
              `<tr id="${kind}-${name}"><th scope="row"><code>${asMarkup(name)}</code></th><td>${prose(description)}${type?.text && kind === 'member' ? `<p class="type"><code>${asMarkup(type.text)}</code></p>` : ''}${value && kind === 'token' ? `<p class="type">Default: <code>${asMarkup(value)}</code></p>` : ''}</td></tr>`,
          )
          .join('')}</tbody></table>`,
      );

/** An example of a failure. It starts when the reader clicks. */
const onRequest = (markup: string) =>
  `<div class="example"><template>${dedent(markup)}</template><div class="stage" data-example><button type="button" class="button" data-start data-needs-js>Let the lookup fail</button></div>${codeBlock(markup, 'html')}</div>`;

const plain = (text = '') => text.replaceAll(/`|\*\*/g, '').split('\n\n')[0] ?? '';
