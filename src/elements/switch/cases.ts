import { nativeProperty } from '../../lookup/document.js';
import { currentScript, pageScripts, trustedAmong } from '../../lookup/markup.js';

/** The script's own tag: its nonce counts after the page has removed its tags. */
const tag = /* @__PURE__ */ currentScript() ?? {};

/** The slot of the shown case, which replaces the default content. */
export const caseSlot = 'visitor-case';

/** Whether a template has content, so that its children are a copy. In happy-dom its children are its content. */
const hasContent = ({ content, firstChild }: HTMLTemplateElement) =>
  content.firstChild && content.firstChild !== firstChild;

export const casesOf = ({ children }: Element): HTMLTemplateElement[] =>
  [...children].filter((child): child is HTMLTemplateElement => child.localName === 'template');

/** Shows a copy of a case's content as its template's children. A template that a framework made has only children. */
export function showCase(template: HTMLTemplateElement): void {
  const { content, customElementRegistry, ownerDocument } = template;
  // The copy's elements are those that the template's shadow root has registered, if it has a registry of its own.
  const options = customElementRegistry ? { customElementRegistry } : true;
  const copy = hasContent(template) && nativeProperty(ownerDocument, 'importNode')(trusted(content), options);
  template.slot = caseSlot;
  if (copy) template.replaceChildren(copy);
}

/**
 * The content of a case without the scripts that the page's policy refuses: those without the nonce, if the page's scripts
 * have one. The parser didn't insert the copy, so `'strict-dynamic'` would run each script in it, even injected ones.
 */
function trusted(content: DocumentFragment): DocumentFragment {
  const isTrusted = trustedAmong([tag, ...pageScripts()]);
  // No script of the page has a nonce.
  if (isTrusted({})) return content;
  const clean = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      const { localName } = element;
      const shadowRoot = nativeProperty(element, 'shadowRoot');
      if (localName === 'script' ? !isTrusted(element) : !shadowRoot && hasClosedRoot(element))
        nativeProperty(element, 'replaceWith')();
      else if (localName === 'template') clean((element as HTMLTemplateElement).content);
      else if (shadowRoot) clean(shadowRoot);
    }
  };
  // Still in the template's own document, where no script runs and no element is registered.
  const copy = content.cloneNode(true) as DocumentFragment;
  clean(copy);
  return copy;
}

/** Whether an element has a shadow root that nobody can look into: it refuses another one, unlike others of its name. */
const hasClosedRoot = (element: Element): boolean =>
  acceptsRoot(() => nativeProperty(element.ownerDocument, 'createElement')(element.localName)) &&
  !acceptsRoot(() => nativeProperty(element, 'cloneNode')() as Element);

/** `false` for a form whose inputs have these names, and for a name that only the parser accepts, such as `b"`. */
function acceptsRoot(make: () => Element): boolean {
  try {
    return Boolean(make().attachShadow({ mode: 'open' }));
  } catch {
    return false;
  }
}

/** Whether something else hid or emptied a shown case. A page may remove its elements, such as a banner, but not its text. */
export const isUndone = ({ slot, content, firstChild }: HTMLTemplateElement): boolean =>
  slot !== caseSlot || (!firstChild && content.childNodes.length > content.childElementCount);

/** Hides a case and removes the copy of its content, even a copy that was cloned with the whole switch. */
export function hideCase(template: HTMLTemplateElement): void {
  template.removeAttribute('slot');
  if (hasContent(template)) template.replaceChildren();
}
