import { parseSimulation } from '../../../src/devtools/condition-values.js';
import type * as Everything from '../../../src/index.js';
import { changeSettings } from '../../../src/lookup/configure.js';
import type * as Lookup from '../../../src/lookup/index.js';
import { grantConsent, revokeConsent, type Settings } from '../../../src/lookup/index.js';
import { Page, setPage, thisPage } from '../../../src/lookup/page.js';
import { notifyListeners, type SharedState, type Simulation } from '../../../src/lookup/shared-state.js';
import { OriginLookup } from '../../../src/personal/origin.js';
import { clearOverride, override } from '../../../src/personal/override.js';
import { lookupsOf, onPage } from '../../support/own-page.js';
import { signal } from '../../support/signal.js';
import { resetClocks } from './clock.js';

/** The globals of a page in a frame. */
export type Globals = Window & typeof globalThis & { load(address: string): Promise<unknown> };

/** A page in a frame. It has its own memory, and shares storage with the other pages of its tab and origin. */
export interface OpenPage {
  readonly window: Globals;
  /** The lookup module in this page. */
  readonly lookup: typeof Lookup;
  /** Loads the whole library in this page. */
  library(): Promise<typeof Everything>;
  /** Loads the page again, as the next page in the same tab. */
  next(): Promise<OpenPage>;
  close(): void;
}

interface PageOptions {
  /** A page of `test/pages/`, sent with the headers of the `.headers.json` beside it. */
  name?: string;
  /** Changes the page's globals before the library is loaded, on the next page too. */
  arrange?: (window: Globals) => void;
}

/** Opens a page in a frame, and loads the lookup module there. */
export function openPage({ name = 'empty', arrange }: PageOptions = {}): Promise<OpenPage> {
  const frame = document.createElement('iframe');
  const arrive = async (start: () => void): Promise<OpenPage> => {
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    start();
    await loaded;
    const window = frame.contentWindow as Globals;
    arrange?.(window);
    return {
      window,
      lookup: (await window.load('/src/lookup/index.ts')) as typeof Lookup,
      library: async () => (await window.load('/src/index.ts')) as typeof Everything,
      next: () => arrive(() => window.location.reload()),
      close: () => frame.remove(),
    };
  };
  return arrive(() => {
    frame.src = `/test/pages/${name}.html`;
    document.body.append(frame);
  });
}

/** Each setting, unset. */
export const defaults: Record<keyof Settings, undefined> = {
  baseUrl: undefined,
  apiKey: undefined,
  auth: undefined,
  params: undefined,
  maxAge: undefined,
  storage: undefined,
  overrideCookie: undefined,
  adapt: undefined,
  timeout: undefined,
  retries: undefined,
  consent: undefined,
  skipBots: undefined,
  guess: undefined,
  flagsUrl: undefined,
  initialData: undefined,
  groups: undefined,
  service: undefined,
};

/** A page of its own. Like the next page in a tab, it shares only storage with other pages. */
export interface NewPage {
  readonly page: Page;
  /** The lookup module of this page. */
  readonly lookup: Pick<
    typeof Lookup,
    'OriginLookup' | 'origin' | 'configure' | 'grantConsent' | 'revokeConsent'
  >;
  /** Opens the next page in the same tab. */
  next(): NewPage;
}

const pages = new Set<Page>();

/** @param arrange Changes this page's globals before the page is made, until the next page or `cleanUp`. */
export function newPage(arrange?: (window: Globals) => void): NewPage {
  arrange?.(globalThis as unknown as Globals);
  const page = new Page();
  pages.add(page);
  const Lookups = lookupsOf(page, OriginLookup);
  return {
    page,
    lookup: {
      OriginLookup: Lookups,
      origin: new Lookups(),
      configure: (settings) => changeSettings(page, settings),
      grantConsent: () => onPage(page, grantConsent),
      revokeConsent: () => onPage(page, revokeConsent),
    },
    next() {
      leave(page);
      restore();
      return newPage();
    },
  };
}

let original: Page | undefined;

/**
 * Makes a page the page of this document, for modules that use only that: overrides, elements, `expose()`.
 */
export function asPage({ page, lookup }: NewPage) {
  original ??= thisPage();
  setPage(page);
  return { ...lookup, override, clearOverride };
}

/** Ends a page's timers and listeners. */
function leave({ state }: Page): void {
  // Its records are gone, and it is not to take that for a revoke when a test restores a page.
  for (const queries of state.queries ?? []) (queries as Map<string, unknown>).clear();
  state.listeners.clear();
  state.channel?.close();
}

/** The simulated visitor of the parameters in a URL. */
export const simulationOf = (
  parameters: string,
  onMistake: Parameters<typeof parseSimulation>[1] = () => undefined,
): Simulation | undefined => {
  const given = [...new URLSearchParams(parameters)];
  return parseSimulation(
    Object.fromEntries(given.map(([name, value]) => [name.replace('visitor-', ''), value])),
    onMistake,
  );
};

/** Simulates a visitor in a page as the panel does. An empty text ends that. */
export function simulate(parameters: string, page: object = globalThis, more: Simulation = {}): void {
  const state: SharedState = Reflect.get(page, Symbol.for('visitor-elements'));
  const simulation = simulationOf(parameters);
  state.simulation = simulation && { ...simulation, ...more };
  notifyListeners(state);
}

/** Clears the state of this page and its storage. Unlike a revoke, other pages aren't notified. */
export function forgetHere(): void {
  const { state } = thisPage();
  state.simulation = undefined;
  const { channel } = state;
  state.channel = undefined;
  revokeConsent();
  state.channel = channel;
}

/** What tests may replace, with its original value. */
const originals = (
  [
    [
      globalThis,
      ['fetch', 'setTimeout', 'addEventListener', 'sessionStorage', 'localStorage', 'reportError'],
    ],
    [navigator, ['userAgent', 'locks']],
    [document, ['prerendering']],
    [Storage.prototype, ['getItem', 'setItem', 'removeItem']],
    [console, ['warn', 'error']],
  ] as const
).flatMap(([owner, names]) =>
  names.map((name) => ({ owner, name, property: Object.getOwnPropertyDescriptor(owner, name) })),
);

/** Undoes a test's changes to this page. */
function restore(): void {
  resetClocks();
  for (const { owner, name, property } of originals)
    if (property) Object.defineProperty(owner, name, property);
    else Reflect.deleteProperty(owner, name);
}

/** Closes every page, undoes the test's changes, and clears all settings, results and storage. For `afterEach`. */
export function cleanUp(): void {
  restore();
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  for (const page of pages) leave(page);
  pages.clear();
  if (original) setPage(original);
  forgetHere();
  changeSettings(thisPage(), defaults);
  grantConsent();
}

/**
 * Records the requests of a page (default: this one) until `stop()`. The browser's own record comes late, and in WebKit
 * lacks failed requests. The service doesn't see requests that are aborted early.
 */
export function recordRequests(page: Pick<Globals, 'fetch'> = globalThis): {
  sent: Request[];
  stop: () => void;
} {
  const { fetch } = page;
  const sent: Request[] = [];
  page.fetch = (...given) => {
    sent.push(new Request(...given));
    return fetch(...given);
  };
  return {
    sent,
    stop() {
      page.fetch = fetch;
    },
  };
}

/** Holds a page's requests back. Returns a function that sends them, so that no test depends on how long a request takes. */
export function holdRequests(page: Pick<Globals, 'fetch'> = globalThis): () => void {
  const { fetch } = page;
  const { given, give } = signal();
  page.fetch = (...request) => given.then(() => fetch(...request));
  return () => {
    page.fetch = fetch;
    give();
  };
}

/** Holds back the responses of the service at a URL. Returns a function that lets them arrive. */
export function holdResponses({ baseUrl = '' }: Settings): () => void {
  const { fetch } = globalThis;
  const { given, give } = signal();
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request);
    if (String(request[0]).includes(baseUrl)) await given;
    return response;
  };
  return give;
}

/** Skips the pauses between attempts, but no timeout, until `cleanUp`. `retries.test.ts` measures them. */
export function skipPauses(): void {
  const { setTimeout } = globalThis;
  const hurried = (run: () => void, pause = 0) => setTimeout(run, pause < 100 || pause >= 5000 ? pause : 0);
  Object.assign(globalThis, { setTimeout: hurried });
}

/** Everything that the library stored in both storage areas. */
export const stored = (): [name: string, value: string][] =>
  [sessionStorage, localStorage].flatMap((area) =>
    Object.entries<string>(area).filter(([name]) => name.startsWith('visitor-elements/')),
  );

/** Runs a task while arrays have what Prototype.js puts in the place of their own methods. */
export async function withOtherArrays(task: () => Promise<void>): Promise<void> {
  const { entries, reduce, slice } = Array.prototype as unknown[];
  Object.assign(Array.prototype, { entries: slice, reduce: slice });
  try {
    await task();
  } finally {
    Object.assign(Array.prototype, { entries, reduce });
  }
}
