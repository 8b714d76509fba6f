/** How this page sees what was looked up: with the visitor's own choice, a simulation, or a guess. */
import type { IpData, Snapshot } from './lookup/index.js';
import { choose, currentChoice, page, setting, state } from './lookup/internal.js';
import {
  guessFromTimeZone,
  type Layers,
  simulated as simulatedBy,
  view,
  withChoice,
} from './visitor/index.js';

let guess: { data?: IpData | undefined } | undefined;
let simulation: { search: string; data: IpData | undefined } | undefined;

/** Lets every reader on the page see snapshots this way. */
export function useView(): void {
  state.useView(seen);
}

/**
 * Lays the visitor's own choice over the looked-up IP data, for every element, hook and reader, and on later pages:
 * it is remembered in the same storage as results, and in `local` storage other tabs have it from their next page on.
 * A further choice adds to it. Where the lookup fails, elements and hooks have the choice alone.
 *
 * A choice of another country takes away what describes the first one (`location`, `currency`, `time_zone`); `in_eu`
 * is known all the same.
 */
export function override(choice: IpData): void {
  useView();
  choose(withChoice(currentChoice() ?? {}, choice));
}

/** Forgets the visitor's own choice. */
export function clearOverride(): void {
  useView();
  choose(null);
}

/** What each answer was seen as, and through which layers. */
const views = new WeakMap<Snapshot<object>, { layers: Layers; seen: Snapshot<object> }>();

/** The same object as long as the layers are the same. */
function seen(answer: Snapshot<object>): Snapshot<object> {
  const layers: Layers = {
    choice: currentChoice(),
    simulated: simulated(),
    guess: answer.error && !answer.data ? guessed() : undefined,
  };
  const last = views.get(answer);
  if (last && (['choice', 'simulated', 'guess'] as const).every((name) => last.layers[name] === layers[name]))
    return last.seen;
  const now = view(answer, layers);
  views.set(answer, { layers, seen: now });
  return now;
}

/** The same object as long as the page's address is the same. */
function simulated(): IpData | undefined {
  const { search } = globalThis.location ?? {};
  if (!search || !setting(page.settings, 'simulate')) return undefined;
  if (simulation?.search !== search) simulation = { search, data: simulatedBy(new URLSearchParams(search)) };
  return simulation.data;
}

/** The guess takes the browser a moment; readers are told when it is there. */
function guessed(): IpData | undefined {
  if (setting(page.settings, 'fallback') !== 'time-zone') return undefined;
  if (!guess) {
    guess = {};
    void guessFromTimeZone().then((data) => {
      guess = { data };
      state.changed();
    });
  }
  return guess.data;
}
