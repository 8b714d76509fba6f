/** The language of an element's place in the page: the nearest `lang`, also across shadow roots. */
export function languageOf(element: Element): string | undefined {
  const holder = element.closest('[lang]');
  if (holder) return holder.getAttribute('lang') || undefined;
  const root = element.getRootNode();
  return 'host' in root ? languageOf(root.host as Element) : undefined;
}

let observer: MutationObserver | undefined;
const watched = new WeakSet<Node>();

/** From now on, a `lang` that changes in a tree around the element is told, to whoever was the first to ask. */
export function watchLanguage(element: Element, changed: () => void): void {
  const root = element.getRootNode();
  if ('host' in root) watchLanguage(root.host as Element, changed);
  if (watched.has(root)) return;
  watched.add(root);
  observer ??= new MutationObserver(changed);
  observer.observe(root, { subtree: true, attributeFilter: ['lang'] });
}
