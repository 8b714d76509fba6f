/** The global function that opens the panel of a page. */
const opener = Symbol.for('visitor-elements:devtools');

/**
 * Loads the panel into a page of this site in a frame, and opens it. While it is open, the frame has the class
 * `with-panel` and room for it beside or below the page.
 */
export function openPanel(frame: HTMLIFrameElement | null, root: string): void {
  if (!frame?.contentDocument || !frame.contentWindow) return;
  const { contentDocument: page, contentWindow: window, clientWidth } = frame;
  // The page is still to come.
  if (page.URL === 'about:blank') {
    frame.addEventListener('load', () => openPanel(frame, root), { once: true });
    return;
  }
  const script = page.createElement('script');
  script.src = `${root}dist/visitor-devtools.min.js`;
  script.addEventListener('load', () => {
    const host = page.querySelector('[data-visitor-panel]');
    if (!host?.shadowRoot) return;
    const follow = () => {
      const isOpen = host.isConnected && !!host.shadowRoot?.querySelector('.panel');
      frame.classList.toggle('with-panel', isOpen);
      page.documentElement.toggleAttribute('data-panel', isOpen);
      // Beside the panel, the page stays as wide as it was.
      page.body.style.maxInlineSize = isOpen ? `${clientWidth}px` : '';
    };
    const observer = new MutationObserver(follow);
    observer.observe(host.shadowRoot, { childList: true });
    observer.observe(page.documentElement, { childList: true });
    window.focus();
    Reflect.get(window, opener)(true);
    follow();
    // If the panel is below the page, the page may leave the screen, but not the panel.
    frame.scrollIntoView({ block: frame.clientHeight > innerHeight ? 'end' : 'nearest' });
  });
  page.head.append(script);
}

/** Ends what a panel simulates in this tab: the reader picked another visitor. */
export function endSimulation(): void {
  try {
    sessionStorage.removeItem('visitor-devtools');
  } catch {
    // Without storage, a panel simulates for one page.
  }
}
