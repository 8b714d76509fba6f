import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes a function that has a request wait until the response before it on the same connection has been sent. A client may
 * send many requests at once and read no response; all responses would then be held in memory. Requests over HTTP/2 don't
 * wait: their responses may come in any order, and the protocol limits their number.
 *
 * @returns Whether the client is still there.
 */
export function createConnectionQueue(): (
  req: IncomingMessage,
  res: ServerResponse,
) => Promise<boolean> | true {
  const latest = new WeakMap<Socket, ServerResponse>();
  return (req, res) => {
    if (req.httpVersionMajor > 1) return true;
    const before = latest.get(req.socket);
    latest.set(req.socket, res);
    return !before || before.writableFinished || waitFor(before, req.socket);
  };
}

async function waitFor(before: ServerResponse, socket: Socket): Promise<boolean> {
  if (!socket.destroyed) await once(before, 'close');
  return !socket.destroyed;
}
