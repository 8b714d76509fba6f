import { adoptStyles, type CSSResult, type CSSResultOrNative, unsafeCSS } from '@lit/reactive-element';
import { nativeProperty } from '../../lookup/document.js';

/** A style sheet. Lit's `css` also checks at run time what is put into it, which the types do here. */
export const css = (strings: TemplateStringsArray, ...values: number[]): CSSResult =>
  unsafeCSS(String.raw({ raw: strings }, ...values));

/** Adopts style sheets. One works only in its own document, so an element that was moved to a frame gets a new one. */
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
