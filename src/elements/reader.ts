import { type LookupName, OriginLookup, origin, type Settings, type Snapshot } from '../lookup/index.js';
import { resting } from '../lookup/internal.js';
import { useView } from '../view.js';
import { text } from '../visitor/index.js';

/** What an element asks: a lookup, with its own settings where it has any, and when to start. */
export interface Ask extends Pick<Settings, 'baseUrl' | 'apiKey' | 'auth' | 'params'> {
  lookup: LookupName;
  ua?: string | undefined;
  lazy?: boolean | undefined;
}

/** Who is told of a snapshot. */
export interface Host {
  requestUpdate(): void;
}

const methods = { ip: 'ip', asn: 'asn', 'user-agent': 'userAgent' } as const;

/** Readers that have hosts. */
const readers = new Set<Reader>();

/** The reader of those who ask alike. */
export function readerFor(ask: Ask): Reader {
  for (const reader of readers) if (reader.reads(ask)) return reader;
  return new Reader(ask);
}

/** Renders all that is shown anew, as in another language. */
export function renderAll(): void {
  for (const reader of readers) reader.render();
}

/** One subscription for all hosts that ask alike, however many there are. */
export class Reader {
  snapshot: Snapshot = resting;
  readonly #ask: Ask;
  readonly #origin: OriginLookup;
  readonly #hosts = new Set<Host>();
  #leave: (() => void) | undefined;
  #asked = false;

  constructor(ask: Ask) {
    const { baseUrl, apiKey, auth, params } = ask;
    this.#ask = ask;
    this.#origin =
      baseUrl || apiKey || auth || params ? new OriginLookup({ baseUrl, apiKey, auth, params }) : origin;
  }

  /** Whether this is what it reads; asked for each render, so nothing is made to compare. */
  reads(ask: Ask): boolean {
    const own = this.#ask;
    return (
      ask.lookup === own.lookup &&
      Object.is(ask.ua, own.ua) &&
      Object.is(ask.baseUrl, own.baseUrl) &&
      Object.is(ask.apiKey, own.apiKey) &&
      Object.is(ask.auth, own.auth) &&
      Object.is(ask.params, own.params)
    );
  }

  /** From now on the host is told of each new snapshot; what is known already is there when this returns. */
  join(host: Host): void {
    readers.add(this);
    this.#hosts.add(host);
    this.#subscribe();
  }

  leave(host: Host): void {
    this.#hosts.delete(host);
    if (this.#hosts.size) return;
    readers.delete(this);
    this.#leave?.();
    this.#leave = undefined;
  }

  /** Asks the service again; resolves when it answered, or failed to. */
  async refresh(): Promise<void> {
    const { lookup, ua } = this.#ask;
    await this.#origin[methods[lookup]]({ ua: text(ua), refresh: true }).catch(() => undefined);
  }

  /**
   * Who comes later may find an answer too old, or a failure worth another try: that is the lookup's to decide, so it is
   * asked anew. Those who come in one task come together.
   */
  #subscribe(): void {
    if (this.#leave && this.#asked) return;
    this.#asked = true;
    setTimeout(() => {
      this.#asked = false;
    });
    useView();
    const leave = this.#leave;
    const { lookup, ua } = this.#ask;
    this.#leave = this.#origin.subscribe(lookup, (snapshot) => this.#show(snapshot), { ua: text(ua) });
    leave?.();
  }

  #show(snapshot: Snapshot): void {
    if (snapshot === this.snapshot) return;
    this.snapshot = snapshot;
    this.render();
  }

  /** Lets the hosts render again. */
  render(): void {
    for (const host of this.#hosts) host.requestUpdate();
  }
}
