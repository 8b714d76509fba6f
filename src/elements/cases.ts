import type { Conditions } from '../visitor/index.js';

/** The slot of the case that is shown, in place of the default content. */
export const caseSlot = 'visitor-case';

/** Templates whose children are a copy of their content. */
const copied = new WeakSet<HTMLTemplateElement>();

/** The cases of a switch. */
export const casesOf = ({ children }: Element): HTMLTemplateElement[] =>
  [...children].filter((child): child is HTMLTemplateElement => child.localName === 'template');

/** What a case asks of the visitor. */
export function conditionsOf({ attributes }: Element): Conditions {
  const data = [...attributes].filter(({ name }) => name.startsWith('data-'));
  return Object.fromEntries(data.map(({ name, value }) => [name.slice('data-'.length), value]));
}

/** Whether a parser may still be filling an element: nothing follows it in a document that is still loading. */
export function mayGrow(element: Node): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) if (node.nextSibling) return false;
  return document.readyState === 'loading';
}

/** Shows a copy of a template's content as the template's children; some frameworks put their own ones there. */
export function show(template: HTMLTemplateElement): void {
  const { content, ownerDocument } = template;
  template.slot = caseSlot;
  if (!content.hasChildNodes()) return;
  copied.add(template);
  template.replaceChildren(ownerDocument.importNode(content, true));
}

/** Takes the copy away; also one that came with a copy of the whole switch. */
export function hide(template: HTMLTemplateElement): void {
  if (template.slot !== caseSlot) return;
  template.removeAttribute('slot');
  if (copied.delete(template) || template.content.hasChildNodes()) template.replaceChildren();
}
