/** The first step of a script for a tag: sends the IP lookup before the rest is evaluated, so it imports little. */

import { isPrerendering, nativeProperty } from '../lookup/document.js';
import { currentScript, dataAttributes } from '../lookup/markup.js';
import { requestFor, sendAhead } from '../lookup/request.js';
import { isSkipped, parseSettings } from '../lookup/settings.js';
import { hasSharedState } from '../lookup/shared-state.js';
import { readData, readRateLimit } from '../lookup/storage.js';
import { needData } from '../model/conditions.js';
import { CountryGroups } from '../model/groups.js';
import type { Settings } from '../model/types.js';
import { parseGroups } from '../personal/page-groups.js';
// The rules of all settings: with a wrong one, no request is sent.
import '../personal/personalise.js';

/** The script's file name. The build replaces it. */
declare const __SCRIPT__: string;

/** The elements that the script registers and that show the page's IP lookup. */
const tags =
  __SCRIPT__ === 'visitor-core.min.js'
    ? ['visitor-value', 'visitor-switch']
    : ['visitor-info', 'visitor-value', 'visitor-switch', 'visitor-country-select', 'visitor-map'];

/** An element with one of these attributes starts its lookup itself: the lookup is its own, or comes later. */
const startsItself = '[base-url],[api-key],[auth],[params],[loading],[from]';

/** Elements that are registered already start the lookup themselves. */
const waiting = tags.map(
  (tag) => `${tag}:not(:defined,${startsItself})${tag === 'visitor-switch' ? '>template' : ''}`,
);

const settings = currentScript()?.dataset as Settings | undefined;

/** Whether the page's URL has a visitor to simulate, and the script's tag allows that. */
export const isSimulating = ({ simulate = 'false' }: DOMStringMap): boolean =>
  simulate !== 'false' && /[?&]visitor-/.test(location.search);

const needsLookup = (element: Element): boolean =>
  element.localName !== 'template' ||
  needData(dataAttributes(element), new CountryGroups(parseGroups(settings?.groups)));

/** Whether an element will show the IP lookup once it is registered. With `initialData` no request is due. */
export const isLookupNeeded =
  settings?.initialData === undefined &&
  [...nativeProperty(document, 'querySelectorAll')(waiting.join())].some(needsLookup);

if (isLookupNeeded && settings && !isSimulating(settings as DOMStringMap)) sendEarly(settings);

/** Sends the IP lookup if the tag's settings alone show that a request is due. Otherwise the rest of the script decides. */
function sendEarly(settings: Settings): void {
  const { values, missing, mistake } = parseSettings(settings);
  if (missing || mistake || hasSharedState()) return;
  if (values.service || values.consent === 'required' || values.storage === 'local') return;
  if (isSkipped(values) || isPrerendering()) return;
  const request = requestFor('ip', values);
  if (!(readData(request, values) || readRateLimit(request, values))) sendAhead(request, values);
}
