import type { Client } from '../lookup/client.js';
import { CHOICE, readStored, writeStored } from '../lookup/storage.js';
import { countryOf } from '../model/country-code.js';
import { isInEu } from '../model/groups.js';
import { isObject } from '../model/json.js';
import { fieldValue, merge, toText } from '../model/paths.js';
import type { IpData } from '../model/types.js';
import { dropStoredHtmlAttributes } from './attributes.js';

/** The visitor's own choice, as one client knows it. */
export class Choice {
  readonly #client: Client;
  /** The area that this client has read a choice from, so that it reads once. */
  #readFrom: string | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The choice. Storage is read once, so a choice in another tab shows from the next page on. */
  current(): IpData | undefined {
    const { state, settings } = this.#client;
    const area = settings.storage;
    const isRead = state.choice === null && (this.#readFrom ?? area) === area;
    if (!(state.choice || state.unsaved || isRead) && this.#client.isAllowed()) {
      this.#readFrom = area;
      state.choice = readStored(area, CHOICE) ?? null;
    }
    return state.choice ?? undefined;
  }

  /** Adds to the choice; `null` takes the whole choice back. Every observer on the page sees the change. */
  change(choice: IpData | null): void {
    const { state } = this.#client;
    state.listeners.add(this.#save);
    state.choice = choice && withChoice(this.current() ?? {}, choice);
    state.unsaved = true;
    dropStoredHtmlAttributes();
    this.#client.notify();
  }

  /** Stores a choice as soon as consent allows it. To remove one needs no consent. */
  readonly #save = () => {
    const { state, settings } = this.#client;
    if (!state.unsaved || (state.choice && !this.#client.isAllowed())) return;
    state.unsaved = false;
    writeStored(settings.storage, CHOICE, state.choice ?? undefined);
  };
}

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
  const isNamed = toText(fieldValue(choice, 'location.country.code')) !== '';
  if (!isNamed || country === countryOf(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return { ...rest, location: { in_eu: isInEu(country) } };
}
