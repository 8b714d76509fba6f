import { isAllowed } from '../lookup/consent.js';
import { notify, page } from '../lookup/page.js';
import { setting } from '../lookup/settings.js';
import { CHOICE, readStored, writeStored } from '../lookup/storage.js';
import { countryOf } from '../model/country-code.js';
import { isInEu } from '../model/groups.js';
import { isObject } from '../model/json.js';
import { fieldValue, merge, text } from '../model/paths.js';
import type { IpData } from '../model/types.js';
import { dropStoredHooks } from './hooks.js';

/** Adds to the visitor's choice; `null` takes the whole choice back. Every observer on the page sees the change. */
export function choose(choice: IpData | null): void {
  page.listeners.add(saveChoice);
  page.choice = choice && withChoice(currentChoice() ?? {}, choice);
  page.unsaved = true;
  dropStoredHooks();
  notify();
}

/** The storage that this copy has read a choice from, so that it reads once. */
let lookedIn: string | undefined;

/** The visitor's own choice. Storage is read once, so a choice in another tab shows from the next page on. */
export function currentChoice(): IpData | undefined {
  const isKnown =
    page.choice || page.unsaved || (page.choice === null && (lookedIn ?? storage()) === storage());
  if (!isKnown && mayStore()) {
    lookedIn = storage();
    page.choice = readStored(storage(), CHOICE) ?? null;
  }
  return page.choice ?? undefined;
}

/** Stores a choice as soon as consent allows it. To remove one needs no consent. */
function saveChoice(): void {
  if (!page.unsaved || (page.choice && !mayStore())) return;
  page.unsaved = false;
  writeStored(storage(), CHOICE, page.choice ?? undefined);
}

const storage = () => setting(page.settings, 'storage');

/** A wrong value of the setting `consent` counts as `required` here. */
const mayStore = () => isAllowed(page.settings.consent ?? 'not-required');

const nothing: IpData = {};
const merged = new WeakMap<IpData, WeakMap<IpData, IpData>>();

/**
 * The visitor's own choice laid over what was looked up. The same two objects give the same object each time.
 *
 * A choice of another country takes away all that describes the first one (`location`, `currency`, `time_zone`),
 * which would be wrong; whether it is in the European Union is known. Address, network, company and browser stay.
 */
export function withOverride(data: IpData | undefined, choice: IpData): IpData {
  const base = isObject(data) ? data : nothing;
  if (!isObject(choice)) return base;
  const results = merged.get(base) ?? new WeakMap<IpData, IpData>();
  const result = results.get(choice) ?? merge(placeless(base, choice), choice);
  merged.set(base, results.set(choice, result));
  return result;
}

/** Merges a further choice over an earlier one, by the same rule. */
const withChoice = (earlier: IpData, choice: IpData): IpData =>
  merge(countryOf(earlier) ? placeless(earlier, choice) : earlier, choice);

function placeless(data: IpData, choice: IpData): IpData {
  const country = countryOf(choice);
  const isNamed = text(fieldValue(choice, 'location.country.code')) !== '';
  if (!isNamed || country === countryOf(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return { ...rest, location: { in_eu: isInEu(country) } };
}
