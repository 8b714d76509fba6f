/** Descriptions of elements, and how these become elements. */
import { createElement, nativeProperty } from '../lookup/document.js';

/** Attributes, and by their names properties: functions, `value` and `selected`. `undefined` and `false`: none. */
type Props = Readonly<Record<string, unknown>>;
/** A description of an element, a text, or nothing. */
export type Content = Described | string | number | false | undefined | readonly Content[];
interface Described {
  readonly tag: string;
  readonly props: Props;
  readonly content: readonly Content[];
}

/** Describes an element with attributes and properties. */
export const el = (tag: string, props: Props, ...content: Content[]): Described => ({ tag, props, content });

/** Describes an element by its tag, or by tag and classes such as `p.quiet`. */
export function h(name: string, ...content: Content[]): Described {
  const [tag = '', classes] = name.split('.');
  return el(tag, { class: classes }, ...content);
}

/** The properties that an element was given last. What the user typed since stays. */
const given = new WeakMap<Element, Props>();

/**
 * Makes a node's children what is described. Children that are of the same kind as before stay, with the focus, the
 * scroll position and what was typed. Uses neither HTML in texts nor styles in attributes, which a
 * Content-Security-Policy may forbid.
 */
export function renderInto(parent: Node, content: readonly Content[]): void {
  const wanted = (content.flat(9) as Content[]).filter((part) => part !== undefined && part !== false);
  let index = 0;
  for (const part of wanted) {
    const before = parent.childNodes[index++];
    const node =
      typeof part === 'object' ? elementFor(part as Described, before) : textFor(String(part), before);
    if (!before) parent.appendChild(node);
    else if (node !== before) before.replaceWith(node);
  }
  while (parent.childNodes[wanted.length]) parent.lastChild?.remove();
}

function textFor(text: string, before: Node | undefined): Text {
  const node = before instanceof Text ? before : new Text();
  // Setting the same text would end a selection in it.
  if (node.data !== text) node.data = text;
  return node;
}

function elementFor({ tag, props, content }: Described, before: Node | undefined): Element {
  const element = before instanceof Element && before.localName === tag ? before : newElement(tag);
  const last = given.get(element) ?? {};
  given.set(element, props);
  renderInto(element, content);
  for (const name of Object.keys({ ...last, ...props }))
    if (last[name] !== props[name]) assign(element, name, props[name]);
  return element;
}

const newElement = (tag: string): Element =>
  /^(svg|path)$/.test(tag)
    ? nativeProperty(document, 'createElementNS')('http://www.w3.org/2000/svg', tag)
    : createElement(tag as 'div');

function assign(element: Element, name: string, value: unknown): void {
  if (/^on|^value$|^selected$/.test(name)) Reflect.set(element, name, value);
  else if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}
