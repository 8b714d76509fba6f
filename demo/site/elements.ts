import { readFileSync } from 'node:fs';
import { type PreviewState, previewStates } from '../browser/preview.js';
import { asMarkup, codeBlock, dedent, liveExample, scrollBox } from './code.js';
import { elementExamples, tokenExample } from './examples.js';
import { inFrameworks } from './in-frameworks.js';
import type { Page } from './layout.js';
import { prose } from './prose.js';
import { seeAs } from './see-as.js';

/** One entry of the manifest. */
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

/** The elements of the built package, in the order of the documentation. */
export function describedElements(): (Declaration & { tagName: string })[] {
  const manifest = new URL('../../dist/custom-elements.json', import.meta.url);
  const { modules } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    modules: { declarations?: Declaration[] }[];
  };
  const order = Object.keys(elementExamples);
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap((declaration) => {
      const tag = declaration.members?.find(({ name, default: value }) => name === 'tag' && value)?.default;
      const tagName = declaration.tagName ?? tag?.replaceAll("'", '');
      return tagName ? [{ ...declaration, tagName }] : [];
    })
    .sort((one, other) => order.indexOf(one.tagName) - order.indexOf(other.tagName));
}

/** The elements reference: a list of what all elements share, and a page for each element. */
export function elementPages(): Page[] {
  const all = describedElements();
  const shared = sharedAttributes(all);
  return [index(all, shared), sharedPage(shared), ...all.map((element) => elementPage(element, shared))];
}

/** The attributes that every element has, which are described once. */
export const sharedAttributes = (all: Declaration[]): Item[] =>
  all[0]?.attributes?.filter(({ name }) =>
    all.every(({ attributes }) => attributes?.some((attribute) => attribute.name === name)),
  ) ?? [];

const isIn = (shared: Item[]) => {
  const names = new Set(shared.map(({ name }) => name));
  return ({ name }: Item) => names.has(name);
};

const anchors = (page: string, kind: string, items: Item[] = []) =>
  items
    .map(
      ({ name }) =>
        `<a href="${page}.html#${kind}-${name || 'default'}"><code>${asMarkup(name || 'default')}</code></a>`,
    )
    .join(' ');

const list = (rows: [label: string, links: string][]) =>
  `<dl>${rows
    .filter(([, links]) => links)
    .map(([label, links]) => `<div><dt>${label}</dt><dd>${links}</dd></div>`)
    .join('')}</dl>`;

const index = (all: (Declaration & { tagName: string })[], shared: Item[]): Page => ({
  path: 'elements/index.html',
  title: 'Elements',
  description: 'Every element, and a way to every attribute, event, state, part and token.',
  body: `
      <div class="page">
        <h1>Elements</h1>
        <p class="lead">${all.length} elements, one lookup. Each shows your fallback content until there is data, follows the language of the page, and shares one request with the others.</p>
        <ul class="cards last-wide">${all
          .map(
            ({ tagName, description }) =>
              `<li><a href="${tagName}.html"><div class="thumb" inert aria-hidden="true"><div data-example>${dedent(elementExamples[tagName]?.small ?? elementExamples[tagName]?.main ?? '')}</div></div><h2><code>&lt;${tagName}&gt;</code></h2><p>${asMarkup(firstSentence(description))}</p></a></li>`,
          )
          .join('')}</ul>
        <section class="index" aria-labelledby="names">
          <h2 id="names">Everything by its name</h2>
          <section><h3>Every element</h3>${list([['Attributes', anchors('shared', 'attribute', shared)]])}</section>${all
            .map(
              ({ tagName, attributes, slots, cssParts, cssProperties, events }) => `
          <section>
            <h3><code>&lt;${tagName}&gt;</code></h3>
            ${list([
              [
                'Attributes',
                anchors(
                  tagName,
                  'attribute',
                  attributes?.filter((item) => !isIn(shared)(item)),
                ),
              ],
              ['Events', anchors(tagName, 'event', events?.filter(isEvent))],
              ['Slots', anchors(tagName, 'slot', slots)],
              ['Parts', anchors(tagName, 'part', cssParts)],
              ['Tokens', anchors(tagName, 'token', cssProperties)],
            ])}
          </section>`,
            )
            .join('')}
        </section>
      </div>`,
});

/** The attributes of every element, each with live examples. */
const sharedPage = (shared: Item[]): Page => ({
  path: 'elements/shared.html',
  title: 'Settings of every element',
  description: 'Attributes that all elements have: where their data comes from, and when they request it.',
  body: `
      <div class="page">
        <p class="crumb"><a href="index.html">Elements</a></p>
        <h1 class="smaller">Settings of every element</h1>
        <p class="lead">Set them once for the page, on the script tag or with <code>configure()</code>. An element with settings of its own sends a request of its own.</p>
        <section class="reference" aria-labelledby="attributes"><h2 id="attributes">Attributes</h2>${shared.map((item) => attributeEntry('visitor-info', item)).join('')}</section>
        <p class="more"><a href="{{root}}docs/settings.html">All settings of a page →</a></p>
      </div>`,
});

/** The analyzer also lists the variables passed to `dispatchEvent` as events. */
const isEvent = ({ name }: Item) => name === 'change' || name === 'input' || name.startsWith('visitor-');

/** Parts that are rendered in one state only. */
const stateOfPart: Readonly<Record<string, PreviewState>> = {
  note: 'stale',
  error: 'error',
  retry: 'error',
  waiting: 'idle',
};

function elementPage({ tagName, ...element }: Declaration & { tagName: string }, shared: Item[]): Page {
  const { main, slots, accessibility } = elementExamples[tagName] ?? {
    main: `<${tagName}></${tagName}>`,
    slots: {} as Record<string, string>,
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
      `${(element.attributes ?? [])
        .filter((item) => !isIn(shared)(item))
        .map((item) => attributeEntry(tagName, item))
        .join(
          '',
        )}<p class="entry-more">And those of <a href="shared.html">every element</a>: ${anchors('shared', 'attribute', shared)}</p>`,
    ],
    ['members', 'Properties and methods', table('member', members)],
    [
      'events',
      'Events',
      `${table('event', element.events?.filter(isEvent))}<p class="aside">Events on this page so far:</p><output class="log" id="event-log" data-needs-js>nothing yet</output>`,
    ],
    [
      'states',
      'States',
      `<p>For CSS, as <code>${asMarkup(tagName)}:state(pending)</code>. Choose one to see it; those that need a failing lookup fail it in a frame of its own.</p>
          <fieldset class="see-as" data-needs-js><legend>Show the state</legend>${Object.keys(previewStates)
            .map(
              (state) =>
                `<label class="chip"><input type="radio" name="state" value="${state}" /><span>${state}</span></label>`,
            )
            .join('')}</fieldset>
          <p class="aside" id="state-status" role="status"></p>
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
                `<li id="token-${name}"><label class="toggle"><input type="checkbox" data-token="${name}" /><code>${name}</code></label><input type="text" data-needs-js aria-label="Value of ${name}" data-value-of="${name}" value="${tokenExample(name)}" />${prose(description)}${value ? `<p class="aside">Default: <code>${asMarkup(value)}</code></p>` : ''}</li>`,
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
  const [lead, ...details] = prose(element.description).split(/(?=<p>)/);
  return {
    path: `elements/${tagName}.html`,
    title: `<${tagName}>`,
    description: plain(element.description),
    script: 'element',
    body: `
      <div class="page">
        <p class="crumb"><a href="index.html">Elements</a></p>
        <h1 class="smaller"><code>&lt;${tagName}&gt;</code></h1>
        <div class="lead">${lead}</div>
        <page-contents></page-contents>
        ${seeAs(['office', 'home', 'phone', 'vpn', 'gb', 'jp', 'unknown'])}
        <div class="first-example example"><div class="stage" data-example>${dedent(main)}</div>${inFrameworks(main)}</div>
        <p class="aside">Import only this element: <code>import 'visitor-elements/${tagName}.js'</code></p>
        <div class="about">${details.join('')}</div>
        ${shown.map(([id, title, content]) => `<section class="reference" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`).join('\n        ')}
      </div>`,
  };
}

const attributeEntry = (tagName: string, item: Item) =>
  entry(
    'attribute',
    item,
    (elementExamples[tagName]?.attributes[item.name] ?? []).map((markup) => liveExample(markup)).join(''),
  );

const entry = (kind: string, { name, description, type, default: value }: Item, content: string) =>
  `<article class="entry" id="${kind}-${name}"><div><h3><code>${asMarkup(name)}</code></h3>${type?.text ? `<p class="type"><code>${asMarkup(type.text)}</code></p>` : ''}${prose(description)}${value ? `<p class="aside">Default: <code>${asMarkup(value)}</code></p>` : ''}</div><div class="entry-examples">${content}</div></article>`;

const table = (kind: string, items: Item[] = []) =>
  items.length === 0
    ? ''
    : scrollBox(
        'Table',
        `<table><thead><tr><th scope="col">Name</th><th scope="col">Description</th></tr></thead><tbody>${items
          .map(
            ({ name, description, type }) =>
              `<tr id="${kind}-${name}"><th scope="row"><code>${asMarkup(name)}</code></th><td>${prose(description)}${type?.text && kind === 'member' ? `<p class="type"><code>${asMarkup(type.text)}</code></p>` : ''}</td></tr>`,
          )
          .join('')}</tbody></table>`,
      );

/** An example of a failure. It starts when the reader clicks. */
const onRequest = (markup: string) =>
  `<div class="example"><template>${dedent(markup)}</template><div class="stage" data-example><button type="button" class="button" data-start data-needs-js>Start this example of failure</button></div>${codeBlock(markup, 'html')}</div>`;

const plain = (text = '') => text.replaceAll(/`|\*\*/g, '').split('\n\n')[0] ?? '';
const firstSentence = (text?: string) => plain(text).replace(/[.:]\s[\s\S]*$/, '.');
