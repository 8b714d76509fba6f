/** The language of an element's place in the page: the nearest `lang`, also across shadow roots. */
export function languageOf(element: Element): string | undefined {
  const holder = element.closest('[lang]');
  if (holder) return holder.getAttribute('lang') || undefined;
  const root = element.getRootNode();
  return 'host' in root ? languageOf(root.host as Element) : undefined;
}
