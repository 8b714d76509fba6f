import type { Package } from 'custom-elements-manifest';
import manifest from '../package.json' with { type: 'json' };
import type { Element } from './elements.js';

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

/** The texts that an attribute may have, where its type is a list of them. */
const choices = (type: string) => [...type.matchAll(/'([^']*)'/g)].map(([, name = '']) => ({ name }));

/** `vscode.html-custom-data.json`: completion in HTML, for Visual Studio Code and what shares its language server. */
export function htmlCustomData(elements: readonly Element[]) {
  return {
    version: 1.1,
    tags: elements.map(({ tagName, description, attributes }) => ({
      name: tagName,
      description: { kind: 'markdown', value: description },
      attributes: attributes.map((attribute) => ({
        name: attribute.name,
        description: { kind: 'markdown', value: attribute.description ?? '' },
        ...(attribute.type?.text === 'boolean' && { valueSet: 'v' }),
        ...(choices(attribute.type?.text ?? '').length && { values: choices(attribute.type?.text ?? '') }),
      })),
    })),
  };
}

/** `vscode.css-custom-data.json`: completion in CSS, of what elements are styled by. */
export function cssCustomData(elements: readonly Element[]) {
  return {
    version: 1.1,
    properties: styled(elements, ({ cssProperties }) => cssProperties),
    pseudoClasses: styled(
      elements,
      ({ cssStates }) => cssStates,
      (name) => `:state(${name})`,
    ),
    pseudoElements: styled(
      elements,
      ({ cssParts }) => cssParts,
      (name) => `::part(${name})`,
    ),
  };
}

/** What several elements have is one entry, with each text once. */
function styled(
  elements: readonly Element[],
  of: (element: Element) => readonly { name: string; description?: string }[],
  spelt = (name: string) => name,
) {
  const entries = new Map<string, Map<string, string[]>>();
  for (const element of elements)
    for (const { name, description = '' } of of(element)) {
      const texts = entries.get(name) ?? new Map<string, string[]>();
      texts.set(description, [...(texts.get(description) ?? []), `\`<${element.tagName}>\``]);
      entries.set(name, texts);
    }
  return [...entries].map(([name, texts]) => ({
    name: spelt(name),
    description: {
      kind: 'markdown',
      value: [...texts].map(([text, tags]) => `${text} (${tags.join(', ')})`).join('\n\n'),
    },
  }));
}

/** `web-types.json`: the same, and events, slots and CSS, for JetBrains' editors. */
export function webTypes(elements: readonly Element[]) {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: manifest.name,
    version: manifest.version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map(({ tagName, name, description, ...element }) => ({
          name: tagName,
          description,
          source: { module: `${manifest.name}/${tagName}.js`, symbol: name },
          attributes: element.attributes.map((attribute) => ({
            name: attribute.name,
            description: attribute.description,
            value: { type: attribute.type?.text },
          })),
          slots: element.slots,
          js: {
            properties: element.members
              .filter(({ kind }) => kind === 'field')
              .map((member) => ({
                name: member.name,
                description: member.description,
                type: 'type' in member ? member.type?.text : undefined,
                ...('readonly' in member && member.readonly && { 'read-only': true }),
              })),
            events: element.events.map((event) => ({
              name: event.name,
              description: event.description,
              value: { type: event.type.text },
            })),
          },
          css: {
            properties: element.cssProperties,
            parts: element.cssParts,
            'pseudo-classes': element.cssStates.map(({ name: state, description: text }) => ({
              name: `state(${state})`,
              description: text,
            })),
          },
        })),
      },
    },
  };
}
