import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Snapshot } from '../lookup/index.js';
import { resting } from '../lookup/internal.js';
import { watchLanguage } from './language.js';
import { type Ask, type Reader, readerFor, renderAll } from './reader.js';

export type { Ask };

/** How far from the viewport a lazy element starts, so that its answer is there when it is scrolled to. */
const rootMargin = '200px';

/**
 * Binds an element to a snapshot: while the element is in a document, it reads what it asks for and renders again
 * whenever that changes. What was asked before never arrives after what is asked now.
 */
export class SnapshotController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #ask: () => Ask;
  #last: Snapshot = resting;
  #reader: Reader | undefined;
  #observer: IntersectionObserver | undefined;
  #near = false;

  constructor(host: ReactiveControllerHost & Element, ask: () => Ask) {
    this.#host = host;
    this.#ask = ask;
    host.addController(this);
  }

  /** What is known; the last that was, where the element asks nothing now. */
  get snapshot(): Snapshot {
    return this.#reader?.snapshot ?? this.#last;
  }

  /** Asks the service again; resolves when the answer, or the failure, is on screen. */
  async refresh(): Promise<void> {
    this.#near = true;
    this.#host.requestUpdate();
    await readerFor(this.#ask()).refresh();
    await this.#host.updateComplete;
  }

  hostConnected(): void {
    watchLanguage(this.#host, renderAll);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#read(undefined);
  }

  /** Before each render, so that what is known already is in the first one. */
  hostUpdate(): void {
    if (!this.#host.isConnected) return;
    const ask = this.#ask();
    if (ask.lazy && !this.#near && !this.#reader) this.#waitUntilNear();
    else if (!this.#reader?.reads(ask)) this.#read(readerFor(ask));
  }

  #read(reader: Reader | undefined): void {
    const before = this.#reader;
    this.#last = this.snapshot;
    this.#reader = reader;
    reader?.join(this.#host);
    before?.leave(this.#host);
  }

  #waitUntilNear(): void {
    if (this.#observer) return;
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#observer?.disconnect();
        this.#near = true;
        this.#host.requestUpdate();
      },
      { rootMargin },
    );
    this.#observer.observe(this.#host);
  }
}
