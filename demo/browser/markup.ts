/** A small tree of markup, written as HTML or as a framework's own. */
export interface Markup {
  tag: string;
  attributes: Record<string, string | true | undefined>;
  /** Tokens: custom properties of the element's own style. */
  style?: Record<string, string>;
  children: (Markup | string)[];
}

/** Text as markup. */
export const asMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const given = ({ attributes }: Markup) =>
  Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value] as const] : []));

/** A longer opening tag has one line for each attribute. */
const LINE = 84;

/** How a framework's syntax differs from HTML. */
interface Dialect {
  attribute(name: string, value: string): string;
  /** Tokens, as an attribute. */
  style(tokens: Record<string, string>): string;
  text(text: string): string;
  /** A `<template>`: a framework would otherwise put its content beside it. */
  template?(attributes: string[], content: string): string;
}

/** An attribute, in the quotes that its value doesn't contain. */
export const inQuotes = (name: string, value: string): string => `${name}=${quoted(value)}`;
const declarations = (tokens: Record<string, string>) =>
  Object.entries(tokens)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
/** Text in single quotes, as scripts have it. */
export const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

const html: Dialect = {
  attribute: inQuotes,
  style: (tokens) => inQuotes('style', declarations(tokens)),
  text: asMarkup,
};
const jsx: Dialect = {
  attribute: (name, value) => `${name}=${/["\\]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`}`,
  style: (tokens) => `style={${JSON.stringify(camelCased(tokens))}}`,
  text: (text) => (/[{}<>&]/.test(text) ? `{${JSON.stringify(text)}}` : text),
  template: (attributes, content) =>
    `<${['template', ...attributes].join(' ')} dangerouslySetInnerHTML={{ __html: ${literal(asMarkup(content))} }} />`,
};
/** A brace begins an expression; an entity does not. */
const withoutBraces = (text: string) => text.replaceAll('{', '&#123;');
const svelte: Dialect = {
  ...html,
  attribute: (name, value) => withoutBraces(inQuotes(name, value)),
  text: (text) => withoutBraces(asMarkup(text)),
};
const vue: Dialect = {
  ...svelte,
  template: (attributes, content) =>
    `<${['component is="template"', ...attributes].join(' ')} v-html="${asMarkup(literal(asMarkup(content)))}" />`,
};
const dialects = { html, jsx, vue, svelte };

/** React has custom properties unchanged, and all others in camel case. */
const camelCased = (tokens: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [
      name.startsWith('--') ? name : name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** Markup as the author of a page, or of a framework's component, writes it. */
export function writeMarkup(markup: Markup, kind: keyof typeof dialects = 'html', indent = ''): string {
  const dialect = dialects[kind];
  const { tag, children, style = {} } = markup;
  const attributes = given(markup).map(([name, value]) =>
    value === true ? name : dialect.attribute(name, value),
  );
  if (Object.keys(style).length > 0) attributes.push(dialect.style(style));
  const words = children.filter((child) => typeof child === 'string');
  if (tag === 'template' && dialect.template)
    return `${indent}${dialect.template(attributes, words.join(''))}`;
  const inner = `${indent}  `;
  const long = [indent, tag, ...attributes].join(' ').length > LINE;
  const open = `${indent}<${[tag, ...attributes].join(long ? `\n${inner}` : ' ')}>`;
  if (words.length === children.length) return `${open}${words.map(dialect.text).join('')}</${tag}>`;
  const lines = children.map((child) =>
    typeof child === 'string' ? `${inner}${dialect.text(child)}` : writeMarkup(child, kind, inner),
  );
  return `${open}\n${lines.join('\n')}\n${indent}</${tag}>`;
}

const quoted = (value: string) =>
  value.includes('"') && !value.includes("'")
    ? `'${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}'`
    : `"${asMarkup(value)}"`;
