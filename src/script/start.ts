/** What a classic script does before Lit is evaluated: it reads the settings of its own tag, and sends the lookup. */

import { configureFromScript } from '../configure.js';
import { pageClient, report } from '../lookup/client.js';
import { ofDocument } from '../lookup/document.js';
import { origin } from '../lookup/index.js';

declare const __VERSION__: string;

/** The attributes with which an element asks another question or later: it does so by itself. */
const own = '[base-url],[api-key],[auth],[params],[loading],[from]';

/**
 * Reads the tag's settings, and subscribes to the IP lookup if an element is there that will show it.
 *
 * @param file The script's file name.
 * @param tags The elements that the script registers and that show the page's IP lookup. Those that are registered already
 * ask by themselves.
 * @returns Whether the rest is to be evaluated: not where the same script has run in this page.
 */
export function start(file: string, tags: readonly string[]): boolean {
  const name = `${file} ${__VERSION__}`;
  const { state } = pageClient();
  const isFirst = !state.script?.includes(name);
  if (isFirst) state.script = `${state.script ?? ''}${name};`;
  for (const script of ownTags(file)) configureFromScript(script);
  // Elements follow the same query in this task, so this subscription may end in the next one.
  const asking = tags
    .filter((tag) => !globalThis.customElements?.get(tag))
    .map((tag) => `${tag}:not(${own})`);
  if (isFirst && asking.length && ofDocument('querySelector')?.(asking.join()))
    setTimeout(origin.subscribe('ip', () => undefined));
  return isFirst;
}

/**
 * The script's own tags. A module isn't told which tag it is from, and runs once for all that name its file, so they are
 * found by the file's name.
 */
function ownTags(file: string): HTMLScriptElement[] {
  const script = ofDocument('currentScript');
  if (script instanceof HTMLScriptElement) return [script];
  const modules = [...(ofDocument('scripts') ?? [])].filter(({ type }) => type.toLowerCase() === 'module');
  const own = modules.filter(({ src }) => src.includes(`/${file}`));
  if (!own.length && modules.some(({ dataset }) => dataset.baseUrl))
    report(
      `No <script type="module"> names ${file}, so its settings weren't read. Remove type="module", or call visitorElements.configure().`,
    );
  return own;
}
