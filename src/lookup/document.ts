/** The document that the module runs in, if there is one. */

/**
 * A property of a node as the browser defines it. Elements hide properties of their form and of the document by their
 * names, such as `<input name="parentNode">`, but not the prototype's getters.
 */
export function nativeProperty<N extends Node, Name extends keyof N>(node: N, name: Name): N[Name] {
  let holder = Object.getPrototypeOf(node);
  try {
    Reflect.get(holder, 'nodeType', node);
  } catch {
    // A Proxy, such as the document of a micro frontend. The browser's own getters refuse it.
    holder = node;
  }
  const member: unknown = Reflect.get(holder, name, node);
  return (typeof member === 'function' ? member.bind(node) : member) as N[Name];
}

/** A property of the document as the browser defines it. `undefined` if there is no document. */
export const documentProperty = <Name extends keyof Document>(name: Name): Document[Name] | undefined =>
  globalThis.Document && globalThis.document ? nativeProperty(document, name) : undefined;

export const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
): HTMLElementTagNameMap[Tag] => nativeProperty(document, 'createElement')(tag);

/** The host of a shadow tree. A document with an `<img name="host">` has none, nor a link, whose host is a text. */
export const hostOf = (root: Node): Element | undefined =>
  Object.hasOwn(Object.getPrototypeOf(root), 'mode') ? (root as ShadowRoot).host : undefined;

/** Whether there is no page: a server has no document, or an incomplete one that a library provides. */
export const isServer = (): boolean => !documentProperty('documentElement');

export const isPrerendering = (): boolean =>
  globalThis.document?.['prerendering' as keyof Document] === (true as unknown);

/** Resolves a URL, by default against the document, or a worker's script. `undefined` for an invalid or empty one. */
export function resolveUrl(
  url: unknown,
  base: string | undefined = documentProperty('baseURI') ?? globalThis.location?.href,
): URL | undefined {
  try {
    return typeof url === 'string' && url ? new URL(url, base) : undefined;
  } catch {
    return undefined;
  }
}

export const withSlash = (url: string): string => url.replace(/\/?$/, '/');
