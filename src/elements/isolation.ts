/**
 * A value of the other direction, such as an address in a page that is read from right to left, must be whole, and must
 * not turn what stands around it. One style sheet for each tree sees to that: one in each value's shadow root, or a
 * `<bdi>` there, would add half to what a thousand values cost.
 */

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Where the sheet was seen last, in this task; later a page may have set its style sheets anew. */
let seen: { tree: Node; name: string } | undefined;

/** Isolates an element's text, and that of others of its name in its tree. The page's own `unicode-bidi` wins. */
export function isolate({ localName, ownerDocument }: Element, tree: Node): void {
  if (seen?.tree === tree && seen.name === localName) return;
  if (!seen)
    setTimeout(() => {
      seen = undefined;
    });
  seen = { tree, name: localName };
  const sheet = sheetFor(ownerDocument, localName);
  const holder = tree as Document | ShadowRoot;
  if (sheet && holder.adoptedStyleSheets?.includes(sheet) === false)
    holder.adoptedStyleSheets = [...holder.adoptedStyleSheets, sheet];
}

/** A sheet is good only for the document that it was made in. */
function sheetFor(document: Document, name: string): CSSStyleSheet | undefined {
  const made = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
  sheets.set(document, made);
  const sheet = made.get(name) ?? (document.defaultView && new document.defaultView.CSSStyleSheet());
  if (!sheet) return undefined;
  if (!made.has(name)) sheet.replaceSync(`:where(${CSS.escape(name)}){unicode-bidi:plaintext}`);
  made.set(name, sheet);
  return sheet;
}
