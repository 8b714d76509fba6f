import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasLeft } from './node-request.js';
import type { WorkQueue } from './work-queue.js';

/** The maximum number of concurrent requests of an HTTP/2 connection, as servers commonly allow. */
const MAX_CONCURRENT = 100;
/** The maximum number of waiting HTTP/1.1 requests on all connections, each about 5 kB of memory. */
const MAX_WAITING = 5000;

/** The requests of one HTTP/2 connection. */
interface Session {
  active: number;
  /** What begins each waiting request, in order. */
  readonly waiting: Set<() => void>;
}

/**
 * Makes the requests of a connection wait for the responses before them. So a client that sends many requests and reads
 * no response causes little work. Over HTTP/1.1, a request waits for the one before it. Over HTTP/2, whose responses
 * may come in any order, some requests are handled concurrently. Other connections are served in between.
 */
export class ConnectionQueue {
  readonly #work: WorkQueue;
  readonly #latest = new WeakMap<Socket, ServerResponse>();
  readonly #sessions = new WeakMap<object, Session>();
  /** The number of waiting requests, by connection. */
  readonly #waiting = new Map<Socket, number>();
  #waitingInAll = 0;

  constructor(work: WorkQueue) {
    this.#work = work;
  }

  /** Handles a request when its turn comes; never, if its client leaves first. */
  enqueue(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
    if (hasLeft(req)) return;
    const handleUnlessLeft = () => {
      if (!hasLeft(req)) handle();
    };
    if (req.httpVersionMajor > 1) this.#enqueueInSession(req, res, handleUnlessLeft);
    else this.#enqueueInOrder(req.socket, res, handleUnlessLeft);
  }

  #enqueueInOrder(socket: Socket, res: ServerResponse, handle: () => void): void {
    const before = this.#latest.get(socket);
    this.#latest.set(socket, res);
    if (!before || before.writableFinished) {
      handle();
      return;
    }
    this.#addWaiting(socket);
    // If a response hasn't begun, it isn't closed together with its socket.
    before.once('close', () => {
      if (socket.destroyed) return;
      this.#removeWaiting(socket);
      this.#work.run(socket, handle);
    });
  }

  #enqueueInSession(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
    const connection = connectionOf(req);
    const session = this.#sessions.get(connection) ?? { active: 0, waiting: new Set() };
    this.#sessions.set(connection, session);
    const begin = () => {
      session.waiting.delete(begin);
      session.active += 1;
      this.#work.run(connection, handle);
    };
    res.once('close', () => {
      // A cancelled request may be closed before it begins.
      if (session.waiting.delete(begin)) return;
      session.active -= 1;
      // In the next turn, since a client often cancels several requests together.
      setImmediate(() => {
        const [next] = session.waiting;
        if (session.active < MAX_CONCURRENT) next?.();
      });
    });
    if (session.active < MAX_CONCURRENT) begin();
    else session.waiting.add(begin);
  }

  #addWaiting(socket: Socket): void {
    const count = this.#waiting.get(socket);
    if (count === undefined) socket.once('close', () => this.#forget(socket));
    this.#waiting.set(socket, (count ?? 0) + 1);
    this.#waitingInAll += 1;
    if (this.#waitingInAll > MAX_WAITING) this.#closeLongest();
  }

  #removeWaiting(socket: Socket): void {
    this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1);
    this.#waitingInAll -= 1;
  }

  #forget(socket: Socket): void {
    this.#waitingInAll -= this.#waiting.get(socket) ?? 0;
    this.#waiting.delete(socket);
  }

  /** Closes the connection with the most waiting requests. */
  #closeLongest(): void {
    let longest: Socket | undefined;
    let max = 0;
    for (const [socket, count] of this.#waiting)
      if (count > max) {
        longest = socket;
        max = count;
      }
    if (!longest) return;
    this.#forget(longest);
    longest.destroy();
  }
}

/** The object that all requests of an HTTP/2 connection share. Their sockets are different. */
function connectionOf(req: IncomingMessage & { stream?: { session?: object | undefined } }): object {
  return req.stream?.session ?? req.socket;
}
