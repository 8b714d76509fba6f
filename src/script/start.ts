/** The second step of a script for a tag, before Lit runs: reads the settings from its tag and follows the lookup. */

import { configureFromScript } from '../configure.js';
import { resolveUrl } from '../lookup/document.js';
import { currentScript, pageScripts, trustedAmong } from '../lookup/markup.js';
import { report, thisPage } from '../lookup/page.js';
import { origin } from '../personal/origin.js';
import { isLookupNeeded, isSimulating } from './early.js';

/** The script's file name and the package's version. The build replaces them. */
declare const __SCRIPT__: string;
declare const __VERSION__: string;

/** Milliseconds that the page waits for the panel. */
const MAX_WAIT = 3000;

const { state, notify } = thisPage();
const name = `${__SCRIPT__} ${__VERSION__};`;

/** `false` on the script's second run: then only its tag's settings are read. */
export const isFirst = !state.script?.includes(name);
if (isFirst) state.script = (state.script ?? '') + name;
for (const script of ownTags()) {
  loadPanel(script);
  configureFromScript(script);
}
// Ended at once: elements follow the same query before this task ends.
if (isFirst && isLookupNeeded) origin.subscribe('ip', () => undefined)();

/** The script's own tags. A module can't know its tag, and runs once for all with its file name. */
function ownTags(): HTMLScriptElement[] {
  const script = currentScript();
  if (script) return [script];
  const modules = pageScripts().filter(({ type }) => type.toLowerCase() === 'module');
  const named = modules.filter(({ src }) => src.includes(`/${__SCRIPT__}`));
  // A tag without the policy's nonce never ran: it may have been injected, for example to lift required consent.
  const own = named.filter(trustedAmong(named));
  if (!own.length && modules.some(({ dataset }) => dataset.baseUrl))
    report(
      `No <script type="module"> names ${__SCRIPT__}. Remove type="module", or call visitorElements.configure().`,
    );
  return own;
}

/**
 * Loads the panel if the page's URL has a visitor to simulate. Until then, nothing of the real visitor is requested, shown
 * or stored. A policy that allows the script allows `import()` too, but not a new `<script>`.
 */
function loadPanel({ src, dataset }: HTMLScriptElement): void {
  const file = isSimulating(dataset) ? resolveUrl('visitor-devtools.min.js', src) : undefined;
  if (!file) return;
  state.isHeld = true;
  const release = () => {
    state.isHeld = false;
    notify();
  };
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT));
  Promise.race([import(/* @vite-ignore */ file.href), late]).then(release, release);
}
