/** A small tree of markup, written as HTML or as JSX. */
export interface Markup {
  tag: string;
  attributes: Record<string, string | true | undefined>;
  /** Tokens: custom properties of the element's own style. */
  style?: Record<string, string>;
  children: (Markup | string)[];
}

const asMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const given = ({ attributes }: Markup) =>
  Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value] as const] : []));

/** Opening tags with more attributes than these letters hold have a line for each. */
const LINE = 84;

/** Markup as a page's author writes it. */
export function toHtml(markup: Markup, indent = ''): string {
  const attributes = given(markup).map(([name, value]) =>
    value === true ? name : `${name}=${quoted(value)}`,
  );
  const style = Object.entries(markup.style ?? {}).map(([name, value]) => `${name}: ${value}`);
  if (style.length > 0) attributes.push(`style=${quoted(style.join('; '))}`);
  return written(markup, attributes, indent, toHtml, asMarkup);
}

/** Markup as a React component's author writes it. */
export function toJsx(markup: Markup, indent = ''): string {
  const attributes = given(markup).map(([name, value]) =>
    value === true ? name : `${name}=${/["\\]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`}`,
  );
  const style = Object.entries(markup.style ?? {});
  if (style.length > 0) attributes.push(`style={${JSON.stringify(Object.fromEntries(style))}}`);
  return written(markup, attributes, indent, toJsx, (text) =>
    /[{}<>&]/.test(text) ? `{${JSON.stringify(text)}}` : text,
  );
}

function written(
  { tag, children }: Markup,
  attributes: string[],
  indent: string,
  nested: (markup: Markup, indent: string) => string,
  text: (text: string) => string,
): string {
  const inner = `${indent}  `;
  const long = [indent, tag, ...attributes].join(' ').length > LINE;
  const open = `${indent}<${[tag, ...attributes].join(long ? `\n${inner}` : ' ')}>`;
  if (children.every((child) => typeof child === 'string'))
    return `${open}${children.map((child) => text(child as string)).join('')}</${tag}>`;
  const lines = children.map((child) =>
    typeof child === 'string' ? `${inner}${text(child)}` : nested(child, inner),
  );
  return `${open}\n${lines.join('\n')}\n${indent}</${tag}>`;
}

/** Quotes of the kind that the value has not. */
const quoted = (value: string) =>
  value.includes('"') && !value.includes("'")
    ? `'${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}'`
    : `"${asMarkup(value)}"`;
