import type { ServerResponse } from 'node:http';
import type { WorkQueue } from './work-queue.js';

/** Bytes of a body that are passed to a connection at once. A TLS connection copies what it hasn't sent. */
const CHUNK = 64 * 1024;
/** The maximum bytes of large bodies that clients leave unsent, all together. A shared body counts once. */
const MAX_UNSENT = 32 * 2 ** 20;

/**
 * Sends bodies. Large ones are sent in chunks, each when the client has received the one before, so that all responses
 * with the same body share its bytes. If clients leave too much unsent, the response that has been stuck the longest is
 * aborted.
 */
export class BodyWriter {
  /** Large bodies by response. The responses with the latest progress come last. */
  readonly #sending = new Map<ServerResponse, Uint8Array>();
  /** The number of responses that are sending a body. */
  readonly #senders = new Map<Uint8Array, number>();
  readonly #work: WorkQueue;
  #unsent = 0;

  constructor(work: WorkQueue) {
    this.#work = work;
  }

  /** Ends a response with a body, after its head is written. */
  write(res: ServerResponse, body: Uint8Array): void {
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
