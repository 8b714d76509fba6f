/** The global function that opens the panel of a page. */
const opener = Symbol.for('visitor-elements:devtools');

/** Loads the panel into a page of this site in a frame, and opens it. The frame has the class `with-panel` from then on. */
export function openPanel(frame: HTMLIFrameElement | null, root: string): void {
  if (!frame?.contentDocument || !frame.contentWindow) return;
  const { contentDocument: page, contentWindow: window } = frame;
  // The panel is higher than most previews.
  frame.classList.add('with-panel');
  const script = page.createElement('script');
  script.src = `${root}dist/visitor-devtools.min.js`;
  script.addEventListener('load', () => {
    window.focus();
    Reflect.get(window, opener)(true);
    frame.scrollIntoView({ block: 'nearest' });
  });
  page.head.append(script);
}
