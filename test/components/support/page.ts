import type * as Everything from '../../../src/index.js';
import type * as Lookup from '../../../src/lookup/index.js';
import { configure, grantConsent, revokeConsent, type Settings } from '../../../src/lookup/index.js';

/** The globals of a page in a frame. */
export type Globals = Window & typeof globalThis & { load(address: string): Promise<unknown> };

/** A page in a frame: its memory is its own, its storage is that of the tab and the web origin. */
export interface OpenPage {
  readonly window: Globals;
  /** The lookup module as this page loaded it. */
  readonly lookup: typeof Lookup;
  /** The whole library as this page loads it. */
  library(): Promise<typeof Everything>;
  /** Loads the page again, as a next page in the same tab. */
  next(): Promise<OpenPage>;
  close(): void;
}

interface PageOptions {
  /** A page of `test/pages/`, sent with the headers of the `.headers.json` beside it. */
  name?: string;
  /** Changes the page's globals before the library is loaded; on the next page too. */
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

/** Settings as they are before anybody sets them. */
export const defaults: Record<keyof Settings, undefined> = {
  baseUrl: undefined,
  apiKey: undefined,
  auth: undefined,
  params: undefined,
  maxAge: undefined,
  storage: undefined,
  timeout: undefined,
  retries: undefined,
  consent: undefined,
  skipBots: undefined,
  fallback: undefined,
  flagsUrl: undefined,
  initialData: undefined,
  groups: undefined,
  simulate: undefined,
};

/** Forgets what this page knows and what is stored; pages in frames don't hear of it, as other tabs would. */
export function forgetHere(): void {
  const page = Reflect.get(globalThis, Symbol.for('visitor-elements')) as { channel?: unknown };
  const { channel } = page;
  page.channel = { postMessage() {} };
  revokeConsent();
  page.channel = channel;
}

/** Closes every frame, and forgets all settings, results and stored values. For `afterEach`. */
export function cleanUp(): void {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  forgetHere();
  configure(defaults);
  grantConsent();
}

/** Stops a page's clock, and sets it: however slow the machine is, no other time passes. */
export function clockOf(window: Globals): { ahead(seconds: number): void } {
  let now = window.Date.now();
  window.Date.now = () => now;
  return {
    ahead(seconds) {
      now += seconds * 1000;
    },
  };
}

/**
 * Records what a page sends, by default this one, until `stop()`: the browser's own record comes late, and leaves out in
 * WebKit what failed; the service sees nothing of what is given up early.
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

/** What the library stored, in both kinds of storage. */
export const stored = (): [name: string, value: string][] =>
  [sessionStorage, localStorage].flatMap((area) =>
    Object.entries<string>(area).filter(([name]) => name.startsWith('visitor-elements/')),
  );
