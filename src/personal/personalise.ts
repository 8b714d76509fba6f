/** How this page sees what was looked up: with the visitor's own choice, a simulation, or a guess. */
import type { IpData, Snapshot } from '../lookup/index.js';
import { useView as useViewOf, changed as viewChanged } from '../lookup/observer.js';
import { page } from '../lookup/page.js';
import { setting } from '../lookup/settings.js';
import { choose, currentChoice, withOverride } from './choice.js';
import { guessFromTimeZone } from './guess.js';
import { loaded, watchLoaded } from './loaded.js';
import { simulated as simulatedBy } from './simulation.js';

/** Adds what follows from the country's code to IP data, where that is missing. The same data gives the same object. */
type Completion = (data: IpData) => IpData;

/** The function of `visitor-elements/countries.js`, if the page has loaded that. */
function loadedCompletion(): Completion | undefined {
  const { complete } = loaded('countries');
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

/** Sets this view for every observer of the page. */
export function useView(): void {
  useViewOf(seen);
  watchLoaded('countries', viewChanged);
}

/**
 * Lays the visitor's own choice over the looked-up IP data, for every element, hook and subscriber, and on later pages:
 * it is remembered in the same storage as results, and in `local` storage other tabs have it from their next page on.
 * A further choice adds to it. Where the lookup fails, elements and hooks have the choice alone.
 *
 * A choice of another country takes away what describes the first one (`location`, `currency`, `time_zone`); `in_eu`
 * is known all the same.
 */
export function override(choice: IpData): void {
  useView();
  choose(choice);
}

/** Forgets the visitor's own choice. */
export function clearOverride(): void {
  useView();
  choose(null);
}

/**
 * An IP lookup's answer as the page sees it: the answer, or else the guess, under what is simulated, under the choice.
 *
 * Frozen; the answer itself where nothing lies over it. The same layers over the same data give the same data object.
 */
export function view(
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

/** The view of each answer, with the layers it was made of. */
const views = new WeakMap<Snapshot<object>, { layers: Layers; seen: Snapshot<object> }>();

/** Whether a lookup failed that has nothing to show. One that was skipped for a crawler is no failure. */
const hasFailed = ({ data, error }: Snapshot<object>): boolean =>
  !data && error !== undefined && error.code !== 'skipped';

/** The view of an answer; the same object while the layers are the same. */
function seen(answer: Snapshot<object>): Snapshot<object> {
  const layers: Layers = {
    choice: currentChoice(),
    simulated: simulated(),
    guess: hasFailed(answer) ? guessed() : undefined,
    completion: loadedCompletion(),
  };
  const last = views.get(answer);
  if (
    last &&
    (['choice', 'simulated', 'guess', 'completion'] as const).every(
      (name) => last.layers[name] === layers[name],
    )
  )
    return last.seen;
  const now = view(answer, layers);
  views.set(answer, { layers, seen: now });
  return now;
}

let simulation: { search: string; data: IpData | undefined } | undefined;

/** What the page's address simulates; the same object while the address is the same. */
function simulated(): IpData | undefined {
  const { search } = globalThis.location ?? {};
  if (!search || !setting(page.settings, 'simulate')) return undefined;
  if (simulation?.search !== search) simulation = { search, data: simulatedBy(new URLSearchParams(search)) };
  return simulation.data;
}

/** Whether the page shows simulated data. */
export const isSimulated = (): boolean => simulated() !== undefined;

let guess: { data?: IpData | undefined } | undefined;

/** The guess, once it is there: it takes the browser a moment, and observers are told then. */
function guessed(): IpData | undefined {
  if (setting(page.settings, 'fallback') !== 'time-zone') return undefined;
  if (!guess) {
    guess = {};
    void guessFromTimeZone().then((data) => {
      guess = { data };
      viewChanged();
    });
  }
  return guess.data;
}
