import type { ServerResponse } from 'node:http';
import type { WorkQueue } from './node-work-queue.js';

/** Bytes of a body that are handed to a connection at once. A connection with TLS copies what it has not sent. */
const CHUNK = 64 * 1024;
/** Bytes of large bodies that clients may leave unsent, all together. A body that several are sent counts once. */
const MAX_UNSENT = 32 * 2 ** 20;

/**
 * Sends bodies. Large ones go in chunks, each when the client has taken the one before, so that all who are sent a body share
 * its bytes. If clients leave too much unsent, the response is broken off that has made no progress for longest.
 */
export class Outbox {
  /** Large bodies by the responses that are sending them. Those that made progress last come last. */
  readonly #sending = new Map<ServerResponse, Uint8Array>();
  /** How many responses are sending a body. */
  readonly #senders = new Map<Uint8Array, number>();
  readonly #work: WorkQueue;
  #unsent = 0;

  constructor(work: WorkQueue) {
    this.#work = work;
  }

  /** Ends a response with a body, after its head was written. */
  send(res: ServerResponse, body: Uint8Array): void {
    if (body.length <= CHUNK) {
      res.end(body);
      return;
    }
    this.#add(res, body);
    res.once('close', () => this.#remove(res));
    this.#sendFrom(0, res, body);
    for (const [oldest] of this.#sending) {
      if (this.#unsent <= MAX_UNSENT) break;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  #sendFrom(start: number, res: ServerResponse, body: Uint8Array): void {
    const end = start + CHUNK;
    const chunk = body.subarray(start, end);
    const sendRest = () => this.#work.run(res, () => this.#sendFrom(end, res, body));
    if (end >= body.length) res.end(chunk);
    else if (res.write(chunk)) sendRest();
    else
      res.once('drain', () => {
        if (!this.#sending.delete(res)) return;
        this.#sending.set(res, body);
        sendRest();
      });
  }

  #add(res: ServerResponse, body: Uint8Array): void {
    const senders = this.#senders.get(body) ?? 0;
    if (senders === 0) this.#unsent += body.length;
    this.#senders.set(body, senders + 1);
    this.#sending.set(res, body);
  }

  #remove(res: ServerResponse): void {
    const body = this.#sending.get(res);
    if (!body) return;
    this.#sending.delete(res);
    const senders = (this.#senders.get(body) ?? 1) - 1;
    if (senders > 0) this.#senders.set(body, senders);
    else {
      this.#senders.delete(body);
      this.#unsent -= body.length;
    }
  }
}
