/** The document that the module runs in, if there is one. */

/**
 * A property of the document as the browser defines it. An element such as `<img name="baseURI">` hides
 * `document.baseURI`, but not the prototype's getter. happy-dom's document is no instance of its global `Document`.
 */
export function documentProperty<Name extends keyof Document>(name: Name): Document[Name] | undefined {
  if (!(globalThis.Document && globalThis.document)) return undefined;
  const member: unknown = Reflect.get(Object.getPrototypeOf(document), name, document);
  return (typeof member === 'function' ? member.bind(document) : member) as Document[Name];
}

/** Creates an element. `<img name="createElement">` hides the document's own method. */
export const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
): HTMLElementTagNameMap[Tag] =>
  Document.prototype.createElement.call(document, tag) as HTMLElementTagNameMap[Tag];

/** The host of a shadow tree. A document has none, though an `<img name="host">` in it is its property of that name. */
export const hostOf = (root: Node): Element | undefined =>
  'host' in Object.getPrototypeOf(root) ? (root as ShadowRoot).host : undefined;

/** Whether there is no page: a server has no document, or an incomplete one that a library provides. */
export const isServer = (): boolean => !documentProperty('documentElement');

/**
 * Whether the page is being prerendered. An element named `prerendering` may hide the property, so only `true` counts.
 */
export const isPrerendering = (): boolean =>
  (globalThis as { document?: { prerendering?: unknown } }).document?.prerendering === true;

/**
 * Resolves a URL, by default against the document, in a worker against its script. `undefined` if the URL is invalid.
 */
export function resolveUrl(
  url: string,
  base: string | undefined = documentProperty('baseURI') ?? globalThis.location?.href,
): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** Whether the parser may still add to an element: the document is loading, and nothing follows the element yet. */
export function isStillParsing(element: Node): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) if (node.nextSibling) return false;
  return documentProperty('readyState') === 'loading';
}
