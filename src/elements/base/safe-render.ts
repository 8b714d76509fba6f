/** The last failure of each element whose render failed. */
const failures = new WeakMap<object, string>();

/**
 * Runs a render. An exception in it, such as of the page's own function or of a name that the page replaced, ends it,
 * is reported once, and is never thrown: Lit would render again and again.
 */
export function renderSafely(element: object, render: () => void, showFallback: () => void): void {
  try {
    render();
  } catch (error) {
    const failure = String(error);
    if (failures.get(element) !== failure) (globalThis.reportError ?? console.error)(error);
    failures.set(element, failure);
    try {
      showFallback();
    } catch {
      // Without a shadow root, the element's own content is shown.
    }
  }
}
