/** Whether the parser may still add to an element: the document is loading, and nothing follows the element yet. */
export function mayGrow(element: Node): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) if (node.nextSibling) return false;
  return document.readyState === 'loading';
}
