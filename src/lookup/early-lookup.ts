/** The IP lookup that a script for a tag sends before most of the script is evaluated. */
import { isPrerendering, isSkipped } from './audience.js';
import { readResult } from './records.js';
import { requestFor, sendAhead } from './request.js';
import { parseSettings, type Settings } from './settings.js';
import { hasSharedState } from './shared-state.js';

/**
 * Sends the IP lookup if the page's settings alone show that a request is due. With `initialData`, required consent,
 * another copy of the package, or tabs that share a request, the rest of the script decides.
 */
export function sendEarly(settings: Settings): void {
  const { values, missing, mistake } = parseSettings(settings);
  if (missing || mistake || settings.initialData !== undefined || hasSharedState()) return;
  if (values.consent === 'required' || values.storage === 'local') return;
  if (isSkipped(values) || isPrerendering()) return;
  const request = requestFor('ip', values);
  if (!readResult(request.name, values)) sendAhead(request, values);
}
