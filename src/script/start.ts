/** The first part of a classic script, before Lit: reads the settings from the script's tag and sends the lookup. */

import { configureFromScript } from '../configure.js';
import { pageClient } from '../lookup/client.js';
import { documentProperty } from '../lookup/document.js';
import { origin } from '../lookup/index.js';
import { report } from '../lookup/report.js';

declare const __VERSION__: string;

/** An element with one of these attributes has its own lookup, or a later one, which it starts itself. */
const own = '[base-url],[api-key],[auth],[params],[loading],[from]';

/**
 * Reads the tag's settings, and subscribes to the IP lookup if an element on the page will show it.
 * @param tags The elements that the script registers and that show the page's IP lookup. Elements that are registered
 * already start the lookup themselves.
 * @returns Whether to evaluate the rest: `false` if this script has run in this page before.
 */
export function startScript(file: string, tags: readonly string[]): boolean {
  const name = `${file} ${__VERSION__}`;
  const { state } = pageClient();
  const isFirst = !state.script?.includes(name);
  if (isFirst) state.script = `${state.script ?? ''}${name};`;
  for (const script of ownTags(file)) configureFromScript(script);
  // Elements subscribe to the same query in this task, so this subscription may end in the next task.
  const asking = tags
    .filter((tag) => !globalThis.customElements?.get(tag))
    .map((tag) => `${tag}:not(${own})${tag === 'visitor-switch' ? '>template:not([data-gpc])' : ''}`);
  if (isFirst && asking.length && documentProperty('querySelector')?.(asking.join()))
    setTimeout(origin.subscribe('ip', () => undefined));
  return isFirst;
}

/**
 * The script's own tags. A module can't know its tag, and runs once for all tags with its file name, so tags are found
 * by this name.
 */
function ownTags(file: string): HTMLScriptElement[] {
  const script = documentProperty('currentScript');
  if (script instanceof HTMLScriptElement) return [script];
  const modules = [...(documentProperty('scripts') ?? [])].filter(
    ({ type }) => type.toLowerCase() === 'module',
  );
  const own = modules.filter(({ src }) => src.includes(`/${file}`));
  if (!own.length && modules.some(({ dataset }) => dataset.baseUrl))
    report(
      `No <script type="module"> names ${file}, so its settings weren't read. Remove type="module", or call visitorElements.configure().`,
    );
  return own;
}
