/** The second step of a script for a tag, before Lit runs: reads the settings from its tag and follows the lookup. */

import { configureFromScript } from '../configure.js';
import { currentScript, pageScripts, trustedAmong } from '../lookup/document.js';
import { report, thisPage } from '../lookup/page.js';
import { origin } from '../personal/origin.js';
import { isLookupNeeded } from './early.js';
import { loadPanel } from './simulate.js';

/** The script's file name and the package's version. The build replaces them. */
declare const __SCRIPT__: string;
declare const __VERSION__: string;

const { state } = thisPage();
const name = `${__SCRIPT__} ${__VERSION__};`;

/** Whether to evaluate the rest: `false` if this script has run in this page before. */
export const isFirst = !state.script?.includes(name);
if (isFirst) state.script = (state.script ?? '') + name;
for (const script of ownTags()) {
  loadPanel(script);
  configureFromScript(script);
}
// Elements subscribe to the same query in this task, so this subscription may end in the next task.
if (isFirst && isLookupNeeded) setTimeout(origin.subscribe('ip', () => undefined));

/**
 * The script's own tags. A module can't know its tag, and runs once for all tags with its file name, so tags are found
 * by this name.
 */
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
