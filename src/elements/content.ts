/** Whether an element has content of its own; white space, comments and what has a slot of its own are none. */
export function hasContent({ childNodes }: Element): boolean {
  return [...childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE ? node.nodeValue?.trim() : node instanceof Element && !node.slot,
  );
}
