/** How a page sees what was looked up: with the visitor's own choice, a simulation, or a guess. */

import type { IpData, LookupName, Snapshot } from './lookup/index.js';
import { consents, page, publishAll, readStored, setting, writeStored } from './lookup/internal.js';
import { guessFromTimeZone, simulated as simulatedData, withChoice, withOverride } from './visitor/index.js';

const stored = 'override';
let unsaved = false;
let guess: { data?: IpData | undefined } | undefined;
let simulation: { search: string; data: IpData | undefined } | undefined;

/** Lets every reader on the page see snapshots this way. */
export function useView(): void {
  if (page.view) return;
  page.view = view;
  page.watchers.add(storeChoice);
  publishAll();
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
  choose(withChoice(currentChoice() ?? {}, choice));
}

/** Forgets the visitor's own choice. */
export function clearOverride(): void {
  choose(null);
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

function choose(choice: IpData | null): void {
  useView();
  page.choice = choice;
  unsaved = true;
  storeChoice();
  publishAll();
}

/** A value that is no setting is no consent. */
const mayStore = () => consents(page.settings.consent ?? 'not-required');

/** Stores a choice once; one made before consent was given, as soon as it is. It may be taken back without. */
function storeChoice(): void {
  if (!unsaved || (page.choice && !mayStore())) return;
  unsaved = false;
  writeStored(setting(page.settings, 'storage'), stored, page.choice ?? undefined);
}

/** What is stored is read once: another tab's choice is for the pages to come. */
function currentChoice(): IpData | undefined {
  if (page.choice === undefined && mayStore())
    page.choice = readStored(setting(page.settings, 'storage'), stored) ?? null;
  return page.choice ?? undefined;
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
