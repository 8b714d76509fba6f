/** How a page sees what was looked up: with the visitor's own choice, a simulation, or a guess. */

import { consents } from './lookup/gate.js';
import type { IpData, LookupName, Snapshot } from './lookup/index.js';
import { page } from './lookup/page.js';
import { setting } from './lookup/settings.js';
import { readStored, writeStored } from './lookup/storage.js';
import { publishAll } from './lookup/store.js';
import { guessFromTimeZone, merge, simulated, withOverride } from './visitor/index.js';

const stored = 'override';
let guess: IpData | undefined;
let guessing = false;
let simulation: { search: string; choice: IpData | undefined } | undefined;

/** Lets every reader on the page see snapshots this way. */
export function useView(): void {
  if (page.view) return;
  page.view = view;
  // A choice made before consent was given is stored once it is.
  page.watchers.add(() => page.choice && storeChoice());
}

/**
 * Lays the visitor's own choice over the looked-up IP data, for every element, hook and reader, and on later pages:
 * it is remembered in the same storage as results. A further choice adds to it.
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

function view(lookup: LookupName, answer: Snapshot<object>): Snapshot<object> {
  if (lookup !== 'ip') return answer;
  const choice = simulatedChoice() ?? currentChoice();
  const guessed = !answer.data && answer.error && answer.error.code !== 'skipped' ? guessedData() : undefined;
  const data = answer.data ?? guessed;
  if (choice) return { ...answer, data: withOverride(data, choice), overridden: true };
  return guessed ? { ...answer, data, guessed: true } : answer;
}

function choose(choice: IpData | undefined): void {
  useView();
  page.choice = choice;
  storeChoice();
  publishAll();
}

const mayStore = () => consents(setting(page.settings, 'consent'));

function storeChoice(): void {
  if (mayStore()) writeStored(setting(page.settings, 'storage'), stored, page.choice);
}

function currentChoice(): IpData | undefined {
  if (mayStore()) page.choice ??= readStored(setting(page.settings, 'storage'), stored);
  return page.choice;
}

function simulatedChoice(): IpData | undefined {
  if (!setting(page.settings, 'simulate')) return undefined;
  const { search } = location;
  if (simulation?.search !== search) simulation = { search, choice: simulated(new URLSearchParams(search)) };
  return simulation.choice;
}

/** The guess takes the browser a moment; readers are told when it is there. */
function guessedData(): IpData | undefined {
  if (!guessing && setting(page.settings, 'fallback') === 'time-zone') {
    guessing = true;
    void guessFromTimeZone().then((found) => {
      guess = found;
      publishAll();
    });
  }
  return guess;
}
