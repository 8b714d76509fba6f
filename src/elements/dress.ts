import { adoptStyles, type CSSResultOrNative } from 'lit';

/** Gives an element these style sheets, in whatever document it is: a sheet is good for the document it was made in. */
export function dress({ shadowRoot, ownerDocument }: Element, styles: CSSResultOrNative[]): void {
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
