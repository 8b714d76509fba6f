/** `data-simulate` on a script tag: the panel simulates the visitor of the page's URL. */

import { resolveUrl } from '../lookup/document.js';
import { thisPage } from '../lookup/page.js';
import { isSimulating } from './early.js';

/** Milliseconds that the page waits for the panel. */
const MAX_WAIT = 3000;

/**
 * Loads the panel from beside the script if the page's URL has a visitor to simulate. Until the panel is there, nothing of
 * the real visitor is requested, shown or stored. A policy that allows the script allows `import()` too, but not a new
 * `<script>`.
 */
export function loadPanel({ src, dataset }: HTMLScriptElement): void {
  const file = src && isSimulating(dataset) ? resolveUrl('visitor-devtools.min.js', src) : undefined;
  if (!file) return;
  const { state, notify } = thisPage();
  const release = () => {
    if (!state.isHeld) return;
    state.isHeld = false;
    notify();
  };
  state.isHeld = true;
  setTimeout(release, MAX_WAIT);
  import(/* @vite-ignore */ file.href).then(release, release);
}
