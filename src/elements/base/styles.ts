import {
  adoptStyles,
  type CSSResult,
  type CSSResultOrNative,
  type ReactiveElement,
  unsafeCSS,
} from '@lit/reactive-element';
import { nativeProperty } from '../../lookup/document.js';

/** A style sheet. Lit's `css` also checks at run time what is put into it, which the types do here. */
export const css = (strings: TemplateStringsArray, ...values: number[]): CSSResult =>
  unsafeCSS(String.raw({ raw: strings }, ...values));

/**
 * Adopts these style sheets in an element's shadow root. A style sheet works only in the document that created it, so an
 * element that was moved to another document, such as a frame's, gets a new one.
 */
export function adoptStylesIn({ shadowRoot, ownerDocument }: Element, styles: CSSResultOrNative[]): void {
  const defaultView = nativeProperty(ownerDocument, 'defaultView');
  if (!shadowRoot || !defaultView) return;
  try {
    adoptStyles(shadowRoot, styles);
  } catch {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(styles.join(''));
    shadowRoot.adoptedStyleSheets = [sheet];
  }
}

/** Adopts an element's own style sheets again after a move to another document. */
export function adoptOwnStyles(element: ReactiveElement): void {
  const { elementStyles } = element.constructor as typeof ReactiveElement;
  if (elementStyles.length) adoptStylesIn(element, elementStyles);
}
