/** What is known of the visitor as attributes of `<html>`, and what is stored of them for the next page's first paint. */
import { documentProperty } from '../lookup/document.js';
import { reportFailure, thisPage } from '../lookup/page.js';
import { hasConsent } from '../lookup/shared-state.js';
import { writeRecord } from '../lookup/storage.js';
import { conditions, prefixedValue } from '../model/conditions.js';
import { countryOf, regionOf } from '../model/country.js';
import { shownValue } from '../model/json.js';
import type { BrowserSignals, IpData, Snapshot } from '../model/types.js';
import { signalsOf } from './matches.js';
import { origin } from './origin.js';
import { ATTRIBUTES, dropStoredHtmlAttributes } from './override.js';
import { pageGroups } from './page-groups.js';
import { differsFromStored, overrideOf, withOverride } from './page-override.js';
import { onDisplayChange, withFacts } from './personalise.js';

let stop: (() => void) | undefined;

/**
 * Writes what is known of the visitor to `<html>`, for CSS: an attribute for each condition, such as
 * `data-visitor-country` and `data-visitor-asn` (`AS64500`), and `data-visitor-groups` (names separated by spaces). An
 * unknown value has no attribute. `data-visitor-gpc` is set at once, because it needs no lookup. A further call writes
 * what is known once more, without a request. The function of each call stops all of them.
 *
 * The attributes are stored while the result is fresh and the override lasts. `visitor-attributes.min.js` restores them
 * before the next page's first paint. Nothing is stored if `consent` is `required`, `storage` is `none` or `maxAge` is 0.
 *
 * @returns A function that stops the updates and removes the attributes.
 */
export function expose(): () => void {
  const showKnown = () => show(origin.snapshot('ip'));
  if (stop) showKnown();
  else {
    const unsubscribe = origin.subscribe('ip', show);
    const unwatch = onDisplayChange(thisPage(), showKnown);
    stop = () => {
      unsubscribe();
      unwatch();
    };
  }
  return () => {
    stop?.();
    stop = undefined;
    writeHtmlAttributes();
  };
}

function show(snapshot: Snapshot<IpData>): void {
  writeHtmlAttributes(snapshot.data, signalsOf(thisPage()));
  store(snapshot);
  if (snapshot.error) reportFailure(snapshot.error);
}

/** The values of `data-visitor-*` by condition, `undefined` for unknown ones. All are safe in CSS (`content: attr(…)`). */
export function htmlAttributes(data: unknown, signals?: BrowserSignals): Record<string, string | undefined> {
  const known = conditions.map((condition) => [
    condition.name,
    shownValue(prefixedValue({ data, signals }, condition)) || undefined,
  ]);
  const groups = pageGroups(thisPage()).namesWith(countryOf(data), regionOf(data)).join(' ') || undefined;
  return Object.fromEntries([...known, ['groups', groups]]);
}

function writeHtmlAttributes(data?: object, signals?: BrowserSignals): void {
  const root = documentProperty('documentElement');
  for (const [name, value] of Object.entries(htmlAttributes(data, signals))) {
    const attribute = `data-visitor-${name}`;
    // An observer of `<html>` is called for an equal value too.
    if (value === root?.getAttribute(attribute)) continue;
    if (value) root?.setAttribute(attribute, value);
    else root?.removeAttribute(attribute);
  }
}

/** Stores the attributes for the next page, each with its end: without guesses, simulations and the browser's signals. */
function store({ data, updatedAt = 0 }: Snapshot<IpData>): void {
  const page = thisPage();
  const { settings, state } = page;
  // A grant is no reason: the next page restores the attributes before it can be granted there.
  const isOpen = hasConsent({ settings: state.settings }) && state.consent !== false;
  const mayStore = settings.maxAge && isOpen;
  if (!mayStore) dropStoredHtmlAttributes();
  // Another tab's attributes match what it stored of the visitor's choice, and these don't.
  if (!mayStore || !data || state.simulation || differsFromStored(page)) return;
  const override = overrideOf(page);
  const chosen = htmlAttributes(override && withFacts(withOverride(undefined, override)));
  // Without a response, there is only a guess beside the override.
  const known = updatedAt ? htmlAttributes(data) : chosen;
  const end = updatedAt + settings.maxAge * 1000;
  // What the override determines lasts as long as the override.
  const attributes = Object.entries(known).flatMap(([name, value]) =>
    value ? [[name, value, chosen[name] === value ? Number.MAX_SAFE_INTEGER : end] as const] : [],
  );
  const fetchedAt = Date.now();
  const expiresAt = Math.max(...attributes.map(([, , end]) => end));
  dropStoredHtmlAttributes();
  if (expiresAt > fetchedAt) writeRecord(settings.storage, ATTRIBUTES, { fetchedAt, expiresAt, attributes });
}
