import { readFileSync } from 'node:fs';
import { type State, states } from '../browser/preview.js';
import { asMarkup, codeBlock, dedent, liveExample, scrollBox } from './code.js';
import { examples, tokenExample } from './examples.js';
import type { Page } from './layout.js';
import { prose } from './prose.js';
import { seeAs } from './see-as.js';

/** What the manifest says of one thing. */
interface Item {
  name: string;
  description?: string;
  default?: string;
  type?: { text: string };
}
interface Member extends Item {
  kind: 'field' | 'method';
  privacy?: 'public' | 'private' | 'protected';
  static?: boolean;
  attribute?: string;
}
export interface Declaration extends Item {
  tagName?: string;
  customElement?: true;
  attributes?: Item[];
  members?: Member[];
  events?: Item[];
  slots?: Item[];
  cssParts?: Item[];
  cssProperties?: Item[];
  cssStates?: Item[];
}

/** The elements that the built package describes, in the order in which a reader meets them. */
export function elements(): (Declaration & { tagName: string })[] {
  const manifest = new URL('../../dist/custom-elements.json', import.meta.url);
  const { modules } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    modules: { declarations?: Declaration[] }[];
  };
  const order = Object.keys(examples);
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap((declaration) => {
      const tag = declaration.members?.find(({ name, default: value }) => name === 'tag' && value)?.default;
      const tagName = declaration.tagName ?? tag?.replaceAll("'", '');
      return tagName ? [{ ...declaration, tagName }] : [];
    })
    .sort((one, other) => order.indexOf(one.tagName) - order.indexOf(other.tagName));
}

/** The reference: a list of all that every element has, and a page for each. */
export function elementPages(): Page[] {
  const all = elements();
  return [index(all), ...all.map(elementPage)];
}

const anchors = (tag: string, kind: string, items: Item[] = []) =>
  items
    .map(
      ({ name }) =>
        `<a href="${tag}.html#${kind}-${name || 'default'}"><code>${asMarkup(name || 'default')}</code></a>`,
    )
    .join(' ');

const index = (all: (Declaration & { tagName: string })[]): Page => ({
  path: 'elements/index.html',
  title: 'Elements',
  description: 'Every element, and a way to every attribute, event, state, part and token.',
  body: `
      <div class="page">
        <h1>Elements</h1>
        <p class="lead">${all.length} elements, one answer. Each takes its own content as the fallback, follows the language of the page, and shares one request with the others.</p>
        <div class="index">${all
          .map(
            ({ tagName, description, attributes, slots, cssParts, cssProperties, events }) => `
          <section>
            <h2><a href="${tagName}.html"><code>&lt;${tagName}&gt;</code></a></h2>
            ${prose(description)}
            <dl>${[
              ['Attributes', anchors(tagName, 'attribute', attributes)],
              ['Events', anchors(tagName, 'event', events?.filter(isEvent))],
              ['Slots', anchors(tagName, 'slot', slots)],
              ['Parts', anchors(tagName, 'part', cssParts)],
              ['Tokens', anchors(tagName, 'token', cssProperties)],
            ]
              .filter(([, links]) => links)
              .map(([label, links]) => `<div><dt>${label}</dt><dd>${links}</dd></div>`)
              .join('')}</dl>
          </section>`,
          )
          .join('')}
        </div>
      </div>`,
});

/** The analyzer takes \`dispatchEvent\`'s variables for events, too. */
const isEvent = ({ name }: Item) => name === 'change' || name === 'input' || name.startsWith('visitor-');

/** Parts that show in one state only. */
const stateOfPart: Readonly<Record<string, State>> = { note: 'stale', error: 'error', retry: 'error' };

function elementPage({ tagName, ...element }: Declaration & { tagName: string }): Page {
  const { main, attributes, slots, accessibility } = examples[tagName] ?? {
    main: `<${tagName}></${tagName}>`,
    attributes: {},
    slots: {},
    accessibility: [],
  };
  const parts = element.cssParts ?? [];
  const tokens = element.cssProperties ?? [];
  const attributeNames = new Set(element.attributes?.map(({ name }) => name));
  const members = (element.members ?? []).filter(
    ({ privacy, static: isStatic, attribute, name, description }) =>
      (privacy ?? 'public') === 'public' &&
      !isStatic &&
      !attributeNames.has(attribute ?? '') &&
      description &&
      !/^(adopted|form\w+)Callback$/.test(name),
  );
  const sections: [id: string, title: string, content: string][] = [
    [
      'attributes',
      'Attributes',
      (element.attributes ?? [])
        .map((item) =>
          entry(
            'attribute',
            item,
            (attributes[item.name] ?? []).map((markup) => liveExample(markup)).join(''),
          ),
        )
        .join(''),
    ],
    ['members', 'Properties and methods', table('member', members)],
    [
      'events',
      'Events',
      `${table('event', element.events?.filter(isEvent))}<p class="aside">Heard on this page so far:</p><output class="log" id="heard" data-needs-js>nothing yet</output>`,
    ],
    [
      'states',
      'States',
      `<p>For CSS, as <code>${asMarkup(tagName)}:state(pending)</code>. Choose one to see it; those that need a failing lookup fail it in a frame of its own.</p>
          <fieldset class="see-as" data-needs-js><legend>Show the state</legend>${Object.keys(states)
            .map(
              (state) =>
                `<label class="chip"><input type="radio" name="state" value="${state}" /><span>${state}</span></label>`,
            )
            .join('')}</fieldset>
          <p class="aside" id="state-says" role="status"></p>
          <iframe class="browser" id="state" title="${tagName} in the chosen state" data-html="${asMarkup(dedent(main))}" hidden></iframe>
          ${table('state', element.cssStates)}`,
    ],
    [
      'slots',
      'Slots',
      (element.slots ?? [])
        .map((item) => {
          const markup = slots[item.name];
          const fails = markup?.includes('/fault/');
          const live = markup ? (fails ? onRequest(markup) : liveExample(markup)) : '';
          return entry('slot', { ...item, name: item.name || 'default' }, live);
        })
        .join(''),
    ],
    [
      'parts',
      'Parts',
      parts.length > 0
        ? `<p>Point at a part, or move the focus to it, to see it in the example.</p>
          <div class="split"><div class="seen" id="parts-example"><div class="stage" data-example>${dedent(main)}</div>
          ${parts.some(({ name }) => name === 'badges') && tagName === 'visitor-info' ? `<div class="stage" data-example><visitor-info fields="ip" base-url="{{root}}api/from/sample-vpn/"></visitor-info></div>` : ''}
          <iframe class="browser" id="part" title="${tagName} with a part that shows in one state" data-html="${asMarkup(dedent(main))}" hidden></iframe></div>
          <ul class="parts">${parts.map(({ name, description }) => `<li id="part-${name}"><button type="button" class="button" data-part="${name}"${stateOfPart[name] ? ` data-state="${stateOfPart[name]}"` : ''}><code>::part(${name})</code></button>${prose(description)}${stateOfPart[name] ? `<p class="aside" data-needs-js>In the state ${stateOfPart[name]}: press it to see it.</p>` : ''}</li>`).join('')}</ul></div>`
        : '',
    ],
    [
      'tokens',
      'Tokens',
      tokens.length > 0
        ? `<p>Custom properties, set on the element or anything around it. Switch one on to see it; change its value.</p>
          <div class="split"><div class="seen"><div class="stage" data-example id="tokens-example">${dedent(main)}</div></div>
          <ul class="tokens">${tokens
            .map(
              ({ name, description, default: value }) =>
                `<li id="token-${name}"><label class="toggle"><input type="checkbox" data-token="${name}" /><code>${name}</code></label>${prose(description)}${value ? `<p class="aside">Default: <code>${asMarkup(value)}</code></p>` : ''}<input type="text" data-needs-js aria-label="Value of ${name}" data-value-of="${name}" value="${tokenExample(name)}" /></li>`,
            )
            .join('')}</ul></div>`
        : '',
    ],
    [
      'accessibility',
      'Accessibility',
      `<ul class="plain">${accessibility.map((line) => `<li>${asMarkup(line)}</li>`).join('')}</ul>`,
    ],
  ];
  const shown = sections.filter(([, , content]) => content);
  return {
    path: `elements/${tagName}.html`,
    title: `<${tagName}>`,
    description: plain(element.description),
    script: 'element',
    body: `
      <div class="page">
        <p class="crumb"><a href="index.html">Elements</a></p>
        <h1 class="smaller"><code>&lt;${tagName}&gt;</code></h1>
        <div class="lead">${prose(element.description)}</div>
        <nav class="toc" aria-label="On this page">${shown.map(([id, title]) => `<a href="#${id}">${title}</a>`).join('')}</nav>
        ${seeAs(['office', 'home', 'phone', 'vpn', 'gb', 'jp', 'unknown'])}
        <div class="first-example">${liveExample(main)}</div>
        <p class="aside">Alone: <code>import 'visitor-elements/${tagName}.js'</code></p>
        ${shown.map(([id, title, content]) => `<section class="reference" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`).join('\n        ')}
      </div>`,
  };
}

const entry = (kind: string, { name, description, type, default: value }: Item, content: string) =>
  `<article class="entry" id="${kind}-${name}"><div><h3><code>${asMarkup(name)}</code></h3>${type?.text ? `<p class="type"><code>${asMarkup(type.text)}</code></p>` : ''}${prose(description)}${value ? `<p class="aside">Default: <code>${asMarkup(value)}</code></p>` : ''}</div><div class="entry-examples">${content}</div></article>`;

const table = (kind: string, items: Item[] = []) =>
  items.length === 0
    ? ''
    : scrollBox(
        'Table',
        `<table><thead><tr><th scope="col">Name</th><th scope="col">What it is</th></tr></thead><tbody>${items
          .map(
            ({ name, description, type }) =>
              `<tr id="${kind}-${name}"><th scope="row"><code>${asMarkup(name)}</code></th><td>${prose(description)}${type?.text && kind === 'member' ? `<p class="type"><code>${asMarkup(type.text)}</code></p>` : ''}</td></tr>`,
          )
          .join('')}</tbody></table>`,
      );

/** An example of failure, which starts when the reader asks for it. */
const onRequest = (markup: string) =>
  `<div class="example"><template>${dedent(markup)}</template><div class="stage" data-example><button type="button" class="button" data-start data-needs-js>Start this example of failure</button></div>${codeBlock(markup, 'html')}</div>`;

const plain = (text = '') => text.replaceAll(/[`*]/g, '').split('\n\n')[0] ?? '';
