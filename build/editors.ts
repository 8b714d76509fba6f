import type { Package } from 'custom-elements-manifest';
import manifest from '../package.json' with { type: 'json' };
import type { Element, Part } from './elements.js';

/** `custom-elements.json`: each element under the module that registers it. */
export function customElementsManifest(elements: readonly Element[]): Package {
  return {
    schemaVersion: '2.1.0',
    modules: elements.map((element) => {
      const path = `dist/define/${element.tagName}.js`;
      const declaration = { name: element.name, module: path };
      return {
        kind: 'javascript-module',
        path,
        declarations: [element],
        exports: [
          { kind: 'js', name: element.name, declaration },
          { kind: 'custom-element-definition', name: element.tagName, declaration },
        ],
      };
    }),
  };
}

/** An element's attributes, with the one of every form control, which the browser observes. */
const attributesOf = ({ attributes, members }: Element): Element['attributes'] => {
  const form = members.find(({ name }) => name === 'form');
  return form
    ? [
        ...attributes,
        { name: 'form', description: 'The id of a form in the page.', type: { text: 'string' } },
      ]
    : attributes;
};

const markdown = (value = '') => ({ kind: 'markdown', value });

/**
 * `vscode.html-custom-data.json`: completion in HTML, for Visual Studio Code and editors that share its language
 * server.
 */
export const htmlCustomData = (elements: readonly Element[]) => ({
  version: 1.1,
  tags: elements.map((element) => ({
    name: element.tagName,
    description: markdown(element.description),
    attributes: attributesOf(element).map(({ name, description, type: { text } = { text: '' } }) => {
      const values = [...text.matchAll(/'([^']*)'/g)].map(([, name = '']) => ({ name }));
      return {
        name,
        description: markdown(description),
        ...(text === 'boolean' && { valueSet: 'v' }),
        ...(values.length > 0 && { values }),
      };
    }),
  })),
});

/** `vscode.css-custom-data.json`: completion in CSS of the elements' parts and custom properties. */
export const cssCustomData = (elements: readonly Element[]) => ({
  version: 1.1,
  properties: styled(elements, 'cssProperties', (name) => name),
  pseudoClasses: styled(elements, 'cssStates', (name) => `:state(${name})`),
  pseudoElements: styled(elements, 'cssParts', (name) => `::part(${name})`),
});

/** One entry for each name, with each different description once, because several elements may have the name. */
function styled(
  elements: readonly Element[],
  kind: 'cssProperties' | 'cssStates' | 'cssParts',
  inStyleSheets: (name: string) => string,
) {
  const entries = new Map<string, Map<string, string[]>>();
  for (const element of elements)
    for (const { name, description = '' } of element[kind]) {
      const texts = entries.get(name) ?? new Map<string, string[]>();
      texts.set(description, [...(texts.get(description) ?? []), `\`<${element.tagName}>\``]);
      entries.set(name, texts);
    }
  return [...entries].map(([name, texts]) => ({
    name: inStyleSheets(name),
    description: markdown([...texts].map(([text, tags]) => `${text} (${tags.join(', ')})`).join('\n\n')),
  }));
}

/** `web-types.json`: the same for JetBrains editors, with events, slots and CSS. */
export const webTypes = (elements: readonly Element[]) => ({
  $schema: 'https://json.schemastore.org/web-types',
  name: manifest.name,
  version: manifest.version,
  'description-markup': 'markdown',
  contributions: { html: { elements: elements.map(webType) } },
});

function webType(element: Element) {
  const { tagName, name, description } = element;
  const typed = ({ name, description, type }: Part) => ({ name, description, value: { type: type?.text } });
  const fields = element.members.filter((member) => member.kind === 'field');
  return {
    name: tagName,
    description,
    source: { module: `${manifest.name}/${tagName}.js`, symbol: name },
    attributes: attributesOf(element).map(typed),
    slots: element.slots,
    js: {
      properties: fields.map(({ name, description, type, readonly }) => ({
        name,
        description,
        type: type?.text,
        ...(readonly && { 'read-only': true }),
      })),
      events: element.events.map(typed),
    },
    css: {
      properties: element.cssProperties,
      parts: element.cssParts,
      'pseudo-classes': element.cssStates.map(({ name, description }) => ({
        name: `state(${name})`,
        description,
      })),
    },
  };
}
