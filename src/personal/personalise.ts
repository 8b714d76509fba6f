/** What the page shows of IP data: with the visitor's override, a simulation, or a guess. */
import { type Client, pageClient, type SnapshotTransformer } from '../lookup/client.js';
import { documentProperty } from '../lookup/document.js';
import type { IpData, Snapshot } from '../lookup/index.js';
import type { CompleteSettings } from '../lookup/settings.js';
import { hasConsent } from '../lookup/shared-state.js';
import type { BrowserSignals } from '../model/conditions.js';
import { isObject, parseObject } from '../model/json.js';
import { globalContent, watchGlobalContent } from './global-content.js';
import { guessFromTimeZone } from './guess.js';
import { clearHtmlAttributes, dropStoredHtmlAttributes } from './html-attributes.js';
import { extendOverride, isStored, readOverride, withOverride, writeOverride } from './page-override.js';

/** Adds what follows from the country code to IP data, if it is missing. The same data gives the same object. */
type Completion = (data: IpData) => IpData;

/** The function of `visitor-elements/countries.js`, if the page has loaded that file. */
function loadedCompletion(): Completion | undefined {
  const { complete } = globalContent('countries');
  return typeof complete === 'function' ? (complete as Completion) : undefined;
}

/** IP data with what follows from its country, if the page has loaded that file. */
export const withFacts = (data: IpData): IpData => loadedCompletion()?.(data) ?? data;

/** What may be merged into the result of an IP lookup. */
interface Layers {
  /** The visitor's override. It wins over all others. */
  override?: IpData | undefined;
  /** The data of the simulated visitor. */
  simulated?: IpData | undefined;
  /** The country of the browser's time zone, which replaces the data of a failed lookup. */
  guess?: IpData | undefined;
  /** Adds what follows from the country code, if the page has loaded the function. */
  completion?: Completion | undefined;
}

/**
 * The snapshot that the page shows of an IP lookup. It begins with the data, or else the guess, then merges the
 * simulation and the override.
 *
 * Frozen. Without layers, the same snapshot is returned. The same layers over the same data give the same data object.
 */
export function withLayers(
  snapshot: Snapshot<object>,
  { override, simulated, guess, completion }: Layers,
): Snapshot<object> {
  const over = [simulated, override].filter((layer) => layer !== undefined);
  const known = over.reduce<IpData | undefined>(withOverride, snapshot.data ?? guess);
  const data = known && completion ? completion(known) : known;
  if (data === snapshot.data) return snapshot;
  return Object.freeze({
    ...snapshot,
    data,
    // An override or a simulation of a location replaces the guess's `location` object.
    guessed: guess !== undefined && known?.location === guess.location,
    overridden: over.length > 0,
  });
}

/** Whether a lookup failed without data to show. Skipping a crawler is not a failure. */
export const hasFailed = ({ data, error }: Snapshot<object>): boolean =>
  !data && error !== undefined && error.code !== 'skipped';

type NavigatorWithGpc = Navigator & { readonly globalPrivacyControl?: unknown };

/**
 * The browser's signals about its visitor. A browser without the property doesn't send the signal. Servers have a
 * `navigator` too, which says nothing about the visitor.
 */
export function browserSignals(): BrowserSignals {
  const { navigator, WorkerNavigator }: { navigator?: NavigatorWithGpc; WorkerNavigator?: typeof Navigator } =
    globalThis;
  const isBrowser =
    documentProperty('documentElement') || (WorkerNavigator && navigator instanceof WorkerNavigator);
  return { gpc: isBrowser ? navigator?.globalPrivacyControl === true : undefined };
}

/** Whether an object has no content, at any depth. */
const isEmpty = (value: unknown): boolean => isObject(value) && Object.values(value).every(isEmpty);

/** Where an override is stored, as text. */
const sourceOf = ({ storage, overrideCookie }: CompleteSettings) => `${storage} ${overrideCookie}`;

/** The layers of one client. */
class Personalisation implements SnapshotTransformer {
  readonly client: Client;
  /** Where the override was read from, so that it is read only once. */
  #readFrom: string | undefined;
  /** Each snapshot with its transformed snapshot, and the layers of that. */
  readonly #shown = new WeakMap<Snapshot<object>, { layers: Layers; shown: Snapshot<object> }>();
  #guess: { data?: IpData | undefined } | undefined;

  constructor(client: Client) {
    this.client = client;
    const { state } = client;
    let { revokes } = state;
    state.listeners.add(() => {
      if (revokes !== state.revokes) clearHtmlAttributes();
      revokes = state.revokes;
    });
    // The visitor may come back from a later page with another override.
    globalThis.addEventListener?.('pageshow', () => {
      if (!this.isOutdated()) return;
      client.state.override = undefined;
      client.notify();
    });
  }

  /** The snapshot that the page shows of an IP lookup. The same object while the layers are the same. */
  transform(snapshot: Snapshot<object>): Snapshot<object> {
    const layers: Layers = {
      override: this.override(),
      simulated: hasConsent(this.client.state) ? this.client.state.simulation?.data : undefined,
      guess: hasFailed(snapshot) ? this.#guessed() : undefined,
      completion: loadedCompletion(),
    };
    const last = this.#shown.get(snapshot);
    const isSame = (name: keyof Layers) => last?.layers[name] === layers[name];
    if (last && layerNames.every(isSame)) return last.shown;
    const shown = withLayers(snapshot, layers);
    this.#shown.set(snapshot, { layers, shown });
    return shown;
  }

  /** Whether another page has stored or removed an override since this page read or stored its own. */
  isOutdated(): boolean {
    const { state, settings } = this.client;
    return (
      !state.isUnsaved &&
      hasConsent(state) &&
      (this.#readFrom ?? sourceOf(settings)) === sourceOf(settings) &&
      !isStored(settings, state.override ?? undefined)
    );
  }

  /**
   * The visitor's override. It is read once, so an override in another tab takes effect from the next page on, or when
   * this page is restored or has a further override.
   */
  override(): IpData | undefined {
    const { state, settings } = this.client;
    const { override, isUnsaved } = state;
    const source = sourceOf(settings);
    const isRead = override
      ? !isUnsaved || this.#readFrom === source
      : override === null && (isUnsaved || (this.#readFrom ?? source) === source);
    if (!isRead && hasConsent(state)) {
      this.#readFrom = source;
      const stored = readOverride(settings) ?? null;
      // One made before consent is newer than the stored one.
      state.override = override ? extendOverride(stored ?? {}, override) : stored;
    }
    return state.override ?? undefined;
  }

  /** Adds an object to the override; `null` removes the override. Every observer on the page is notified. */
  setOverride(given: IpData | null): void {
    const { state } = this.client;
    const further = given && parseObject(given);
    if (further === undefined || isEmpty(further)) return;
    const isOutdated = this.isOutdated();
    if (isOutdated) state.override = undefined;
    const before = this.override();
    const next = further && extendOverride(before ?? {}, further);
    // Else a listener that sets the same override at each change would be called without end.
    if (next && !isOutdated && JSON.stringify(next) === JSON.stringify(before)) return;
    state.listeners.add(this.#save);
    state.override = next;
    state.isUnsaved = true;
    dropStoredHtmlAttributes();
    this.client.notify();
  }

  /** Stores the override as soon as consent allows it; in a cookie only if no visitor is simulated. Removing it needs no consent. */
  readonly #save = () => {
    const { state, settings } = this.client;
    const isSimulated = state.isHeld || (settings.overrideCookie && state.simulation);
    if (!state.isUnsaved || (state.override && (isSimulated || !hasConsent(state)))) return;
    const override = this.override();
    state.isUnsaved = false;
    writeOverride(settings, override);
    // Storage may be none, blocked or full.
    state.isUnsaved = this.isOutdated();
  };

  /** The browser's signals, or the simulated ones. Unknown until it is known whether a visitor is simulated. */
  signals(): BrowserSignals {
    const { isHeld, simulation } = this.client.state;
    return isHeld ? {} : { ...browserSignals(), ...simulation?.signals };
  }

  /** Starts the guess on first use. `undefined` until it is known; listeners are notified then. */
  #guessed(): IpData | undefined {
    if (this.client.settings.guess !== 'time-zone') return undefined;
    if (!this.#guess) {
      this.#guess = {};
      void guessFromTimeZone().then((data) => {
        this.#guess = { data };
        this.client.notify();
      });
    }
    return this.#guess.data;
  }
}

const layerNames = ['override', 'simulated', 'guess', 'completion'] as const;

/** The layers of a client. From the first call on, its observers receive transformed snapshots. */
export function personalisationOf(client = pageClient()): Personalisation {
  const known = client.snapshotTransformer;
  if (known instanceof Personalisation) return known;
  const made = new Personalisation(client);
  client.snapshotTransformer = made;
  client.notify();
  watchGlobalContent('countries', () => pageClient().notify());
  return made;
}

/**
 * Merges the visitor's own data over the IP data, for every element, subscriber and attribute on `<html>`. It is stored
 * like results, for later pages; with `storage: 'local'`, other tabs use it from their next page on. Each further call
 * adds to the override, also to what another page stored meanwhile. If the lookup fails, the override alone is used.
 *
 * If the override has another country than the IP data, `location`, `currency` and `time_zone` of the IP data are
 * removed, and `in_eu` is set from the override's country. A value that isn't an object, has no content, or is nested
 * more than 100 deep, is ignored.
 */
export function override(data: IpData): void {
  personalisationOf().setOverride(data);
}

/** Removes the visitor's override. */
export function clearOverride(): void {
  personalisationOf().setOverride(null);
}
