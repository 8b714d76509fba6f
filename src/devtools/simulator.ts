/** What the panel simulates in this tab: another visitor, a failing lookup service. */
import { errorCodes, failingWith, isErrorCode, replaceService } from '../lookup/replacement.js';
import type { SharedState } from '../lookup/shared-state.js';
import { withArea } from '../lookup/storage.js';
import { conditions, nearest } from '../model/conditions.js';
import { isObject, parseObject } from '../model/json.js';
import type { Settings } from '../model/types.js';
import { parseSimulation } from './condition-values.js';
import { page, state } from './page.js';
import { RequestLog, SLOW_SECONDS } from './request-log.js';

/** Where this tab's simulation is stored. Not below the package's own prefix, so that it isn't listed as the page's. */
const KEY = 'visitor-devtools';

/** The faults by name, in words. An error code, or what happens to a request. */
export const faults: Readonly<Record<string, string>> = {
  slow: `slow: ${SLOW_SECONDS} seconds more`,
  offline: 'offline',
  ...Object.fromEntries(errorCodes.map((code) => [code, `error: ${code}`])),
};

/** Runs from its construction until `end()`, which restores everything. */
export class Simulator {
  /** The values of the simulated visitor, by the name of a condition. */
  visitor: Readonly<Record<string, string>> = {};
  /** The allowed values in words, of each value that is wrong. */
  mistakes: ReadonlyMap<string, string> = new Map();
  fault = '';
  readonly requestLog: RequestLog;
  /** The page's state from before a fault, while that is on, with the settings that the page makes meanwhile. */
  #own: SharedState | undefined;

  /** @param onRequest Called when a request is sent or ends. */
  constructor(onRequest: () => void) {
    this.requestLog = new RequestLog(onRequest, () => this.fault);
    const { visitor, fault } = withArea('session', (area) => parseObject(area.getItem(KEY))) ?? {};
    const inUrl = visitorInUrl();
    if (Object.keys(inUrl).length) {
      this.#show(inUrl);
      for (const [name, allowed] of this.mistakes)
        console.warn(
          `visitor-elements: The URL parameter "visitor-${name}" is "${inUrl[name]?.trim()}". Use ${allowed}.`,
        );
    } else if (isObject(visitor)) this.simulate(visitor as Record<string, string>);
    if (typeof fault === 'string') this.fail(fault);
  }

  /** Shows the page as another visitor, on later pages of this tab too. An empty value is the real one. */
  simulate(visitor: Readonly<Record<string, string>>): void {
    this.#show(visitor);
    this.#save();
  }

  /** Shows the page as another visitor. No lookup is sent meanwhile, except to show a fault. */
  #show(visitor: Readonly<Record<string, string>>): void {
    const mistakes = new Map<string, string>();
    this.visitor = Object.fromEntries(Object.entries(visitor).filter(([, value]) => value));
    this.mistakes = mistakes;
    const simulation = parseSimulation(this.visitor, (name, allowed) => mistakes.set(name, allowed));
    state.simulation = simulation && { ...simulation, isAlone: Boolean(simulation.data && !this.fault) };
    page.notify();
  }

  /**
   * Makes the lookups of this tab fail, from now on. Data is looked up again, and nothing is stored meanwhile, so the
   * data that is stored returns with the end of the fault. An empty name ends the fault.
   */
  fail(name: string): void {
    const fault = Object.hasOwn(faults, name) ? name : '';
    if (fault === this.fault) return;
    this.fault = fault;
    if (!this.#own) this.#storeNothing();
    else if (!fault) {
      const { settings, initialData } = this.#own;
      Object.defineProperty(state, 'settings', { value: settings, writable: true });
      state.initialData ??= initialData;
      this.#own = undefined;
    }
    replaceService(isErrorCode(fault) ? failingWith(fault, `The panel simulates "${fault}".`) : undefined);
    this.#save();
    // Every copy of the package forgets its queries. Not by a revoke, which would remove the visitor's choice.
    for (const queries of state.queries ?? []) queries.clear();
    this.#show(this.visitor);
  }

  /** Lets the page see its settings without storage, and keeps the storage that it sets meanwhile. */
  #storeNothing(): void {
    const own = { ...state };
    this.#own = own;
    const withoutStorage = (settings: Settings): Settings => ({ ...settings, storage: 'none' });
    let seen = withoutStorage(own.settings);
    Object.defineProperty(state, 'settings', {
      configurable: true,
      get: () => seen,
      set(given: Settings) {
        own.settings = given.storage === 'none' ? { ...given, storage: own.settings.storage } : given;
        seen = withoutStorage(given);
      },
    });
    if (seen.baseUrl || seen.service) state.initialData = undefined;
  }

  /** Whether a visitor or a fault is simulated. */
  get isOn(): boolean {
    return this.fault !== '' || Object.keys(this.visitor).length > 0;
  }

  /** Returns to the real visitor and the real service. */
  reset(): void {
    this.simulate({});
    this.fail('');
  }

  /** Restores the visitor, the service and `fetch`. */
  end(): void {
    this.reset();
    this.requestLog.end();
  }

  /** Keeps the simulation for later pages of this tab, while there is one. */
  #save(): void {
    const { visitor, fault, isOn } = this;
    withArea('session', (area) =>
      isOn ? area.setItem(KEY, JSON.stringify({ visitor, fault })) : area.removeItem(KEY),
    );
  }
}

/** The visitor in the page's URL, as in `?visitor-country=DE&visitor-asn=64500`. */
function visitorInUrl(): Record<string, string> {
  const search = new URLSearchParams(location.search);
  const parameters = conditions.map(({ name }) => `visitor-${name}`);
  for (const given of search.keys()) {
    const meant = nearest(given, parameters);
    if (meant && !parameters.includes(given))
      console.warn(`visitor-elements: The URL parameter "${given}" is unknown. Use "${meant}".`);
  }
  return Object.fromEntries(
    conditions.flatMap(({ name, ifEmpty }) => {
      const value = search.get(`visitor-${name}`);
      return value === null ? [] : [[name, value || ifEmpty || ' ']];
    }),
  );
}
