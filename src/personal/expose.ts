import { reportFailure, thisPage } from '../lookup/page.js';
import type { IpData, Snapshot } from '../model/types.js';
import { dropStoredHtmlAttributes } from './choice.js';
import { storeHtmlAttributes, writeHtmlAttributes } from './html-attributes.js';
import { origin } from './origin.js';
import { isOverrideOutdated, overrideOf, withOverride } from './page-override.js';
import { onDisplayChange, signalsOf, withFacts } from './personalise.js';

let stop: (() => void) | undefined;

/**
 * Writes what is known of the visitor to `<html>`, for CSS: an attribute for each condition, such as
 * `data-visitor-country` and `data-visitor-asn` (`AS64500`), and `data-visitor-groups` (names separated by spaces). An
 * unknown value has no attribute. `data-visitor-gpc` is set at once, because it needs no lookup. A further call writes
 * what is known once more, without a request. The function of each call stops all of them.
 *
 * The attributes are stored while the result is fresh and the override lasts. `visitor-attributes.min.js` restores them
 * before the next page's first paint. Nothing is stored if `consent` is
 * `required`, `storage` is `none` or `maxAge` is 0.
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

/** Stores the attributes for the next page, without guesses and simulations. */
function store({ data, guessed, updatedAt = 0 }: Snapshot<IpData>): void {
  const page = thisPage();
  const { settings, state } = page;
  // A wrong value of the setting `consent` is treated as `required`.
  const isRequired = (state.settings.consent ?? 'not-required') !== 'not-required';
  const override = overrideOf(page);
  const overrideData = override && withFacts(withOverride(undefined, override));
  if (!settings.maxAge || isRequired || state.consent === false) dropStoredHtmlAttributes();
  // Another tab's attributes match what it stored of the visitor's choice, and these don't.
  else if (data && !state.simulation && !isOverrideOutdated(page))
    storeHtmlAttributes(settings.storage, {
      data: guessed ? overrideData : data,
      expiresAt: updatedAt + settings.maxAge * 1000,
      overrideData,
    });
}
