/**
 * What the page shows of a lookup. Each step merges something into the data, in this order: the data with what
 * `client-hints.js` adds, or else the guess; the simulated visitor; the visitor's override; what `countries.js` adds.
 */
import { resolveUrl } from '../lookup/document.js';
import { extensions, lastFunction } from '../lookup/extensions.js';
import { haveSameValues, type LookupSpec, type PageContext, type Transform } from '../lookup/observer.js';
import { addRules, isSkipped, wordRule } from '../lookup/settings.js';
import { callSafely, hasConsent, type SharedState } from '../lookup/shared-state.js';
import { keptFor } from '../model/cache.js';
import { countryOf } from '../model/country.js';
import { isObject, toText } from '../model/json.js';
import { noService } from '../model/snapshot.js';
import type { CompleteSettings, IpData, LookupName, Snapshot } from '../model/types.js';
import type { guessFromTimeZone } from './guess.js';
import { nothing, overrideOf, withOverride } from './page-override.js';

addRules({
  guess: wordRule('none', 'time-zone'),
  flagsUrl: [
    '',
    'a URL or a function',
    (value) =>
      typeof value === 'function' || (typeof value === 'string' && (!value || resolveUrl(value)))
        ? (value as CompleteSettings['flagsUrl'])
        : undefined,
  ],
});

/** A pure step: the same data gives the same result. */
type Step = (data: IpData, lookup: LookupName) => unknown;

const results = new WeakMap<Step, WeakMap<object, IpData>>();

/** The result of a step, made once for the same data: the data itself if the step throws. */
function resultOf(step: Step, data: IpData, lookup: LookupName = 'ip'): IpData {
  const ofStep = keptFor(results, step, () => new WeakMap());
  return keptFor(ofStep, data, () => {
    let made: unknown;
    callSafely(() => {
      made = step(data, lookup);
    });
    return isObject(made) ? made : data;
  });
}

/** IP data with what follows from its country, if the page has loaded `countries.js`. */
export function withFacts(data: IpData): IpData {
  const complete = lastFunction<Step>('countries');
  return complete ? resultOf(complete, data) : data;
}

/** The guess of each page: `undefined` while it is under way, and `nothing` if no country can be guessed. */
const guesses = new WeakMap<SharedState, IpData | undefined>();

/** Starts the guess on first use. Listeners are notified when it has ended. */
function guessOf(
  { state, settings, notify }: PageContext,
  { settings: own }: LookupSpec,
): IpData | undefined {
  const find = lastFunction<typeof guessFromTimeZone>('guess');
  if ((own.guess ?? settings.guess) !== 'time-zone' || !find) return undefined;
  if (!guesses.has(state)) {
    guesses.set(state, undefined);
    void find().then((data = nothing) => {
      guesses.set(state, data);
      notify();
    });
  }
  return guesses.get(state);
}

/** Whether a lookup describes the visitor's own browser, if it describes any. */
const isOwnBrowser = ({ ua, settings }: LookupSpec, page: PageContext): boolean =>
  !ua && !/(^|[?&])ua=/.test(toText(settings.params ?? page.settings.params));

/** What the page shows of a lookup: the same snapshot if no step changes it. The override is for IP data only. */
export function shownSnapshot(
  snapshot: Snapshot<object>,
  spec: LookupSpec,
  page: PageContext,
  findOverride: () => IpData | undefined,
): Snapshot<object> {
  const { lookup } = spec;
  if (!lookup || lookup === 'asn') return snapshot;
  // Without data and without a request: before consent, on a prerendered page, or for a crawler.
  const hints =
    (snapshot.data || snapshot.pending) && isOwnBrowser(spec, page)
      ? lastFunction<(data?: object, lookup?: LookupName) => unknown>('client-hints')
      : undefined;
  // The browser's client hints are requested while the lookup is under way.
  if (!snapshot.data) callSafely(() => hints?.());
  const base = snapshot.data && hints ? resultOf(hints, snapshot.data, lookup) : snapshot.data;
  const isIp = lookup === 'ip';
  const hasGrant = hasConsent(page.state);
  // A wrong setting is a failure for crawlers too.
  const isCrawler = isSkipped(page.settings) || snapshot.error?.code === 'skipped';
  const hasFailed = !base && snapshot.error && hasGrant && !isCrawler;
  const isGuess = isIp && (snapshot === noService || hasFailed);
  const simulated = hasGrant ? page.state.simulation?.data : undefined;
  const over = isIp ? [simulated, findOverride()].filter(isObject) : [];
  const guessed = isGuess ? guessOf(page, spec) : undefined;
  const country = countryOf(guessed);
  // Of a guess of another country than is merged over it, nothing would be left: data that was shown before the guess
  // stays the same. Without a service, a visitor of an unknown country is known to be that.
  const isUnused =
    over.some((part) => (countryOf(part) || country) !== country) ||
    (snapshot !== noService && guessed === nothing);
  const guess = isUnused ? undefined : guessed;
  let known: IpData | undefined = base ?? guess;
  for (const part of over) known = withOverride(known, part);
  const data = isIp && known ? withFacts(known) : known;
  if (data === snapshot.data) return snapshot;
  return {
    ...snapshot,
    data,
    // An override or a simulation of a location replaces the guess's `location` object.
    guessed: guess ? known?.location === guess.location : false,
    overridden: over.length > 0,
  };
}

/** From the first use on, the page watches the visitor's override. */
export const personalise: Transform = (snapshot, spec, page) =>
  shownSnapshot(snapshot, spec, page, () => overrideOf(page));

/** Calls a function after a change of what elements show beside their snapshot. Returns a function that ends this. */
export function onDisplayChange({ state }: PageContext, listener: () => void): () => void {
  const read = () => [
    ...[state.settings, state.consent, state.simulation, state.isHeld, globalThis.navigator?.onLine],
    ...['labels', 'countries'].flatMap(extensions),
  ];
  let last = read();
  const look = () => {
    const next = read();
    if (haveSameValues(next, last)) return;
    last = next;
    listener();
  };
  state.listeners.add(look);
  return () => void state.listeners.delete(look);
}
