/** The second step of a classic script, before Lit runs: reads the settings from its tag and follows the lookup. */

import { configureFromScript } from '../configure.js';
import { pageClient } from '../lookup/client.js';
import { documentProperty } from '../lookup/document.js';
import { origin } from '../lookup/index.js';
import { report } from '../lookup/report.js';

declare const __VERSION__: string;

/**
 * Reads the tag's settings, and subscribes to the IP lookup if the page has an element that will show it.
 * @param file The script's file name, by which its tags are found.
 * @param isAwaited Whether the page has such an element.
 * @returns Whether to evaluate the rest: `false` if this script has run in this page before.
 */
export function startScript(file: string, isAwaited: boolean): boolean {
  const name = `${file} ${__VERSION__}`;
  const { state } = pageClient();
  const isFirst = !state.script?.includes(name);
  if (isFirst) state.script = `${state.script ?? ''}${name};`;
  for (const script of ownTags(file)) configureFromScript(script);
  // Elements subscribe to the same query in this task, so this subscription may end in the next task.
  if (isFirst && isAwaited) setTimeout(origin.subscribe('ip', () => undefined));
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
