/** What a label of the page says; of one around the control, what it says beside it. */
export function textOfLabel(label: Node, control: Element): string {
  const text = label.textContent ?? '';
  return (label.contains(control) ? text.replace(control.textContent, ' ') : text).trim();
}
