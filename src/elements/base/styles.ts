import { adoptStyles, type CSSResultOrNative } from '@lit/reactive-element';

/**
 * Gives an element's shadow root these style sheets. A sheet works only in the document it was made in, so an element
 * that was moved to another document, such as a frame's, gets a sheet made there.
 */
export function adoptStylesIn({ shadowRoot, ownerDocument }: Element, styles: CSSResultOrNative[]): void {
  const { defaultView } = ownerDocument;
  if (!shadowRoot || !defaultView) return;
  try {
    adoptStyles(shadowRoot, styles);
  } catch {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(styles.join(''));
    shadowRoot.adoptedStyleSheets = [sheet];
  }
}
