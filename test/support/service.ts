import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { nodeListener } from '../../demo/service/node-listener.js';
import { createService, type ServiceOptions } from '../../demo/service/service.js';

/** A server under test on its own port. */
export interface Running {
  base: string;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. Resolves to its URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Serves a `node:http` listener on a free port of this machine. */
export async function serveListener(listener: RequestListener): Promise<Running> {
  const server = createServer({ maxHeaderSize: 65_536 }, listener);
  return {
    base: await listen(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts a development service with its own accounts. */
export function startService(options?: ServiceOptions): Promise<Running> {
  const { handle, refuse } = createService(options);
  return serveListener(nodeListener(handle, refuse));
}

/** Sends these bytes unchanged. Resolves to everything that was received before the connection ended. */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** Sends a GET for a target unchanged. `fetch` would normalise the target. */
export function rawGet(url: string, target: string, headers = ''): Promise<string> {
  return sendRaw(
    url,
    `GET ${target} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${headers}Connection: close\r\n\r\n`,
  );
}

/** The options of a POST with a value as JSON. */
export function jsonRequest(value: unknown): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** The credits that a response cost, by its header. */
export function creditsOf(response: Response): number | null {
  const credits = response.headers.get('Ipregistry-Credits-Consumed');
  return credits === null ? null : Number(credits);
}
