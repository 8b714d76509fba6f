/** How a page sees what was looked up: with the visitor's own choice, a simulation, or a guess. */

import { consents } from './lookup/gate.js';
import type { IpData, LookupName, Snapshot } from './lookup/index.js';
import { page } from './lookup/page.js';
import { setting } from './lookup/settings.js';
import { readStored, writeStored } from './lookup/storage.js';
import { publishAll } from './lookup/store.js';
import { guessFromTimeZone, merge, simulated as simulatedData, withOverride } from './visitor/index.js';

const stored = 'override';
let guess: { data?: IpData | undefined } | undefined;
let simulation: { search: string; data: IpData | undefined } | undefined;

/** Lets every reader on the page see snapshots this way. */
export function useView(): void {
  if (page.view) return;
  page.view = view;
  // A choice made before consent was given is stored once it is.
  page.watchers.add(() => page.choice && storeChoice());
}

/**
 * Lays the visitor's own choice over the looked-up IP data, for every element, hook and reader, and on later pages:
 * it is remembered in the same storage as results, and in `local` storage other tabs have it from their next page on.
 * A further choice adds to it. Where the lookup fails, elements and hooks have the choice alone.
 *
 * A choice of another country takes away what describes the first one (`location`, `currency`, `time_zone`).
 */
export function override(choice: IpData): void {
  choose(merge(currentChoice(), choice));
}

/** Forgets the visitor's own choice. */
export function clearOverride(): void {
  choose(undefined);
}

/** Over the answer or a guess lies what is simulated, and over that what the visitor says. */
function view(lookup: LookupName, answer: Snapshot<object>): Snapshot<object> {
  if (lookup !== 'ip') return answer;
  const failed = !answer.data && answer.error && answer.error.code !== 'skipped';
  const guessed = failed ? guessedData() : undefined;
  const layers = [simulated(), currentChoice()].filter((layer) => layer !== undefined);
  const data = layers.reduce<IpData | undefined>(withOverride, answer.data ?? guessed);
  return {
    ...answer,
    data,
    guessed: guessed !== undefined && data?.location === guessed.location,
    overridden: layers.length > 0,
  };
}

function choose(choice: IpData | undefined): void {
  useView();
  page.choice = choice;
  storeChoice();
  publishAll();
}

const mayStore = () => consents(setting(page.settings, 'consent'));

/** Without consent nothing is stored, but a choice may be taken back. */
function storeChoice(): void {
  if (mayStore() || !page.choice) writeStored(setting(page.settings, 'storage'), stored, page.choice);
}

function currentChoice(): IpData | undefined {
  if (mayStore()) page.choice ??= readStored(setting(page.settings, 'storage'), stored);
  return page.choice;
}

/** The same object as long as the page's address is the same. */
function simulated(): IpData | undefined {
  if (!setting(page.settings, 'simulate')) return undefined;
  const { search } = location;
  if (simulation?.search !== search)
    simulation = { search, data: simulatedData(new URLSearchParams(search)) };
  return simulation.data;
}

/** The guess takes the browser a moment; readers are told when it is there. */
function guessedData(): IpData | undefined {
  if (setting(page.settings, 'fallback') !== 'time-zone') return undefined;
  if (!guess) {
    guess = {};
    void guessFromTimeZone().then((data) => {
      guess = { data };
      publishAll();
    });
  }
  return guess.data;
}
