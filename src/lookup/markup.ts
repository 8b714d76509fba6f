/** The page's markup: its scripts, elements that are still parsed, and attributes. */
import { documentProperty, hostOf, nativeProperty } from './document.js';

/** The classic script that runs now. A loader that runs a script's text defines the property on the document itself. */
export function currentScript(): HTMLScriptElement | undefined {
  const script = documentProperty('currentScript') ?? globalThis.document?.currentScript;
  return globalThis.HTMLScriptElement && script instanceof HTMLScriptElement ? script : undefined;
}

type Script = Partial<Pick<HTMLElement, 'nonce'>>;

export const pageScripts = (): HTMLScriptElement[] => [...(documentProperty('scripts') ?? [])];

/** Tells which scripts the policy allows, if one of these has a nonce. With two nonces, one was injected: trust neither. */
export function trustedAmong(scripts: readonly Script[]): (script: Script) => boolean {
  const nonces = new Set(scripts.flatMap(({ nonce }) => nonce || []));
  return ({ nonce = '' }) => !nonces.size || (nonces.size === 1 && nonces.has(nonce));
}

/** Whether the parser may still add to an element: the document is loading, and nothing follows the element yet. */
export function isStillParsing(element: Node): boolean {
  let node: Node | null | undefined = element;
  for (; node; node = nativeProperty(node, 'parentNode') ?? hostOf(node))
    if (nativeProperty(node, 'nextSibling')) return false;
  return documentProperty('readyState') === 'loading';
}

/** The `data-*` attributes of an element, by their names without `data-`. */
export function dataAttributes({ attributes }: Element): Readonly<Record<string, string>> {
  const data = [...attributes].filter(({ name }) => name.startsWith('data-'));
  return Object.fromEntries(data.map(({ name, value }) => [name.slice('data-'.length), value]));
}
