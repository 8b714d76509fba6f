import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WorkQueue } from './node-work-queue.js';

/** Requests of one HTTP/2 connection that are answered at the same time: what servers commonly allow. */
const MAX_CONCURRENT = 100;
/** HTTP/1.1 requests that may wait on all connections together, each about 5 kB of memory. */
const MAX_WAITING = 5000;

/** The requests of one HTTP/2 connection. */
interface Session {
  active: number;
  waiting: (() => void)[];
}

/**
 * Has a connection's requests wait for the responses before them, so that a client that sends many requests and reads no
 * response makes few. Over HTTP/1.1 a request waits for the one before; over HTTP/2, whose responses may come in any order,
 * some are answered at the same time. Between two requests of a connection, other connections are served.
 */
export class ConnectionQueue {
  readonly #work: WorkQueue;
  readonly #latest = new WeakMap<Socket, ServerResponse>();
  readonly #sessions = new WeakMap<object, Session>();
  /** How many requests wait, by connections that had some wait. */
  readonly #waiting = new Map<Socket, number>();
  #waitingInAll = 0;

  constructor(work: WorkQueue) {
    this.#work = work;
  }

  /** Handles a request in its turn; never, if its client leaves before. */
  enter(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
    if (req.httpVersionMajor > 1) this.#enterSession(req, res, handle);
    else this.#enterInOrder(req.socket, res, handle);
  }

  #enterInOrder(socket: Socket, res: ServerResponse, handle: () => void): void {
    const before = this.#latest.get(socket);
    this.#latest.set(socket, res);
    if (!before || before.writableFinished) {
      handle();
      return;
    }
    if (socket.destroyed) return;
    this.#addWaiting(socket);
    // A response that never began isn't closed when its socket is.
    before.once('close', () => {
      if (socket.destroyed) return;
      this.#removeWaiting(socket);
      this.#work.run(socket, handle);
    });
  }

  #enterSession(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
    const connection = connectionOf(req);
    const session = this.#sessions.get(connection) ?? { active: 0, waiting: [] };
    this.#sessions.set(connection, session);
    const begin = () => {
      session.active += 1;
      res.once('close', () => {
        session.active -= 1;
        session.waiting.shift()?.();
      });
      this.#work.run(connection, handle);
    };
    if (session.active < MAX_CONCURRENT) begin();
    else session.waiting.push(begin);
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

  /** Closes the connection with the most requests that wait. */
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

/** What all requests of one HTTP/2 connection have in common. Their sockets are different. */
function connectionOf(req: IncomingMessage & { stream?: { session?: object | undefined } }): object {
  return req.stream?.session ?? req.socket;
}
