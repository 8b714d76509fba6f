/** The slot of the shown case, which replaces the default content. */
export const caseSlot = 'visitor-case';

/** Templates whose children are a copy of their content, made by `showCase`. */
const copied = new WeakSet<HTMLTemplateElement>();

/** Whether a template has content besides its children. In happy-dom its children are its content. */
const hasContent = ({ content, firstChild }: HTMLTemplateElement) =>
  content.firstChild && content.firstChild !== firstChild;

/** The cases of a switch. */
export const casesOf = ({ children }: Element): HTMLTemplateElement[] =>
  [...children].filter((child): child is HTMLTemplateElement => child.localName === 'template');

/** The conditions of a case, from its `data-*` attributes. */
export function conditionsOf({ attributes }: Element): Readonly<Record<string, string>> {
  const data = [...attributes].filter(({ name }) => name.startsWith('data-'));
  return Object.fromEntries(data.map(({ name, value }) => [name.slice('data-'.length), value]));
}

/**
 * Shows a case: puts a copy of the template's content into the template as its children, and assigns the template to
 * the slot. A template that a framework made has children already and no content.
 */
export function showCase(template: HTMLTemplateElement): void {
  const { content, ownerDocument } = template;
  template.slot = caseSlot;
  if (!hasContent(template)) return;
  copied.add(template);
  // The copy's elements are those that the template's shadow root has registered, if it has a registry of its own.
  const { customElementRegistry } = template;
  const options = customElementRegistry ? { customElementRegistry } : true;
  template.replaceChildren(Document.prototype.importNode.call(ownerDocument, content, options));
}

/**
 * Whether something else hid or emptied a shown case, such as a library that morphs the page into new markup. The page
 * may remove a case's elements, for example a dismissed banner, but if text is gone too, the case was emptied.
 */
export const isUndone = ({ slot, content, firstChild }: HTMLTemplateElement): boolean =>
  slot !== caseSlot || (!firstChild && content.childNodes.length > content.childElementCount);

/** Hides a case and removes the copy of its content, even a copy that was cloned with the whole switch. */
export function hideCase(template: HTMLTemplateElement): void {
  const isShown = template.slot === caseSlot;
  if (isShown) template.removeAttribute('slot');
  if (copied.delete(template) || (isShown && hasContent(template))) template.replaceChildren();
}
