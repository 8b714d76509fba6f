import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type LookupName, OriginLookup, origin, type Settings, type Snapshot } from '../lookup/index.js';
import { useView } from '../view.js';

/** What an element asks: a lookup, with its own settings where it has any, and when to start. */
export interface Ask {
  lookup: LookupName;
  settings: Settings;
  ua?: string | undefined;
  lazy?: boolean | undefined;
}

const nothing: Snapshot = Object.freeze({ pending: false, stale: false, guessed: false, overridden: false });
const methods = { ip: 'ip', asn: 'asn', 'user-agent': 'userAgent' } as const;

/** How far from the viewport a lazy element starts, so that its answer is there when it is scrolled to. */
const rootMargin = '200px';

/**
 * Binds an element to a snapshot: while the element is in a document, it reads what it asks for and renders again
 * whenever that changes. What was asked before never arrives after what is asked now.
 */
export class SnapshotController implements ReactiveController {
  snapshot = nothing;
  readonly #host: ReactiveControllerHost & Element;
  readonly #ask: () => Ask;
  #asked = '';
  #near = false;
  #leave: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & Element, ask: () => Ask) {
    this.#host = host;
    this.#ask = ask;
    host.addController(this);
  }

  /** Asks the service again; resolves when the answer, or the failure, is on screen. */
  async refresh(): Promise<void> {
    const { lookup, settings, ua } = this.#ask();
    this.#near = true;
    this.#host.requestUpdate();
    await originFor(settings)
      [methods[lookup]]({ ua, refresh: true })
      .catch(() => undefined);
    await this.#host.updateComplete;
  }

  hostConnected(): void {
    useView();
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  /** Before each render, so that what is known already is in the first one. */
  hostUpdate(): void {
    const ask = this.#ask();
    const asked = JSON.stringify([ask, this.#near]);
    if (!this.#host.isConnected || (this.#leave && asked === this.#asked)) return;
    this.#leave?.();
    this.#asked = asked;
    this.#leave = ask.lazy && !this.#near ? this.#whenNear() : this.#read(ask);
  }

  #read({ lookup, settings, ua }: Ask): () => void {
    return originFor(settings).subscribe(
      lookup,
      (snapshot) => {
        this.snapshot = snapshot;
        this.#host.requestUpdate();
      },
      { ua },
    );
  }

  #whenNear(): () => void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#near = true;
        this.#host.requestUpdate();
      },
      { rootMargin },
    );
    observer.observe(this.#host);
    return () => observer.disconnect();
  }
}

function originFor(settings: Settings): OriginLookup {
  return Object.keys(settings).length ? new OriginLookup(settings) : origin;
}
