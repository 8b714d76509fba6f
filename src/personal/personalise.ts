/** How this page sees what was looked up: with the visitor's own choice, a simulation, or a guess. */
import { type Client, pageClient, type SnapshotTransformer } from '../lookup/client.js';
import type { IpData, Snapshot } from '../lookup/index.js';
import { CHOICE, readStored, writeStored } from '../lookup/storage.js';
import type { BrowserSignals } from '../model/conditions.js';
import { parseObject } from '../model/json.js';
import { dropStoredHtmlAttributes } from './attributes.js';
import { withChoice, withOverride } from './choice.js';
import { guessFromTimeZone } from './guess.js';
import { loadedContent, watchLoaded } from './loaded.js';
import { browserSignals } from './signals.js';
import { parseSimulation, type Simulation } from './simulation.js';

/** Adds what follows from the country's code to IP data, where that is missing. The same data gives the same object. */
type Completion = (data: IpData) => IpData;

/** The function of `visitor-elements/countries.js`, if the page has loaded that. */
function loadedCompletion(): Completion | undefined {
  const { complete } = loadedContent('countries');
  return typeof complete === 'function' ? (complete as Completion) : undefined;
}

/** IP data with what follows from its country, where the page knows that. */
export const withFacts = (data: IpData): IpData => loadedCompletion()?.(data) ?? data;

/** What a page knows besides the answer of an IP lookup. */
interface Layers {
  /** What the visitor chose; it wins. */
  choice?: IpData | undefined;
  /** What the page's address simulates. */
  simulated?: IpData | undefined;
  /** What the browser's time zone tells, where the lookup failed; it stands in for an answer. */
  guess?: IpData | undefined;
  /** Adds what follows from the country's code to whatever there is, where the page loaded that. */
  completion?: Completion | undefined;
}

/**
 * An IP lookup's answer as the page sees it: the answer, or else the guess, under what is simulated, under the choice.
 *
 * Frozen; the answer itself where nothing lies over it. The same layers over the same data give the same data object.
 */
export function withLayers(
  answer: Snapshot<object>,
  { choice, simulated, guess, completion }: Layers,
): Snapshot<object> {
  const over = [simulated, choice].filter((layer) => layer !== undefined);
  const known = over.reduce<IpData | undefined>(withOverride, answer.data ?? guess);
  const data = known && completion ? completion(known) : known;
  if (data === answer.data) return answer;
  return Object.freeze({
    ...answer,
    ...(data && { data }),
    guessed: guess !== undefined && known?.location === guess.location,
    overridden: over.length > 0,
  });
}

/** Whether a lookup failed that has nothing to show. One that was skipped for a crawler is no failure. */
const hasFailed = ({ data, error }: Snapshot<object>): boolean =>
  !data && error !== undefined && error.code !== 'skipped';

/** What one client knows besides the data of lookups, and lays over them. */
class Personalisation implements SnapshotTransformer {
  readonly client: Client;
  /** The area that this client has read a choice from, so that it reads once. */
  #readFrom: string | undefined;
  /** Each snapshot with what it became, and the layers of that. */
  readonly #shown = new WeakMap<Snapshot<object>, { layers: Layers; shown: Snapshot<object> }>();
  #simulation: { search: string; simulated: Simulation | undefined } | undefined;
  #guess: { data?: IpData | undefined } | undefined;

  constructor(client: Client) {
    this.client = client;
  }

  /** What the page sees of an IP lookup; the same object while the layers are the same. */
  transform(snapshot: Snapshot<object>): Snapshot<object> {
    const layers: Layers = {
      choice: this.choice(),
      simulated: this.simulated()?.data,
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

  /** The visitor's own choice. Storage is read once, so a choice in another tab shows from the next page on. */
  choice(): IpData | undefined {
    const { state, settings } = this.client;
    const area = settings.storage;
    const isRead = state.choice === null && (this.#readFrom ?? area) === area;
    if (!(state.choice || state.unsaved || isRead) && this.client.hasConsent()) {
      this.#readFrom = area;
      state.choice = readStored(area, CHOICE) ?? null;
    }
    return state.choice ?? undefined;
  }

  /** Adds an object to the choice; `null` takes the whole choice back. Every observer on the page sees the change. */
  choose(given: IpData | null): void {
    const { state } = this.client;
    const choice = given && parseObject(given);
    if (choice === undefined) return;
    state.listeners.add(this.#save);
    state.choice = choice && withChoice(this.choice() ?? {}, choice);
    state.unsaved = true;
    dropStoredHtmlAttributes();
    this.client.notifyListeners();
  }

  /** Stores a choice as soon as consent allows it. To remove one needs no consent. */
  readonly #save = () => {
    const { state, settings } = this.client;
    if (!state.unsaved || (state.choice && !this.client.hasConsent())) return;
    state.unsaved = false;
    writeStored(settings.storage, CHOICE, state.choice ?? undefined);
  };

  /** What the page's address simulates; the same object while the address is the same. */
  simulated(): Simulation | undefined {
    const { search } = globalThis.location ?? {};
    if (!search || !this.client.settings.simulate) return undefined;
    if (this.#simulation?.search !== search)
      this.#simulation = { search, simulated: parseSimulation(new URLSearchParams(search)) };
    return this.#simulation.simulated;
  }

  /** What the browser signals, or is simulated to. */
  signals(): BrowserSignals {
    return { ...browserSignals(), ...this.simulated()?.signals };
  }

  /** The guess, once it is there: it takes the browser a moment, and observers are notified then. */
  #guessed(): IpData | undefined {
    if (this.client.settings.guess !== 'time-zone') return undefined;
    if (!this.#guess) {
      this.#guess = {};
      void guessFromTimeZone().then((data) => {
        this.#guess = { data };
        this.client.notifyListeners();
      });
    }
    return this.#guess.data;
  }
}

const layerNames = ['choice', 'simulated', 'guess', 'completion'] as const;

/** What the page's client, or another, lays over the data of lookups. From the first call on, its observers see that. */
export function personalisationOf(client = pageClient()): Personalisation {
  const known = client.snapshotTransformer;
  if (known instanceof Personalisation) return known;
  const made = new Personalisation(client);
  client.snapshotTransformer = made;
  client.notifyListeners();
  watchLoaded('countries', () => pageClient().notifyListeners());
  return made;
}

/**
 * Merges the visitor's own choice over the IP data, for every element, subscriber and attribute on `<html>`. It is
 * stored like results, for later pages; with `storage: 'local'`, other tabs use it from their next page on. A further
 * choice adds to it. If the lookup fails, the choice alone is used.
 *
 * Another country removes what described the first one (`location`, `currency`, `time_zone`). `in_eu` is still known.
 * Anything but an object, and what is nested more than 100 deep, is ignored.
 */
export function override(choice: IpData): void {
  personalisationOf().choose(choice);
}

/** Forgets the visitor's own choice. */
export function clearOverride(): void {
  personalisationOf().choose(null);
}
