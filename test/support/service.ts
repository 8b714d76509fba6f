import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { nodeListener } from '../../demo/service/node-listener.js';
import { createService, type ServiceOptions } from '../../demo/service/service.js';

/** A server under test on a port of its own. */
export interface Running {
  base: string;
  close(): Promise<void>;
}

/** Serves a `node:http` listener on a free port of this machine. */
export async function serveListener(listener: RequestListener): Promise<Running> {
  const server = createServer({ maxHeaderSize: 65_536 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts a development service with accounts of its own. */
export function startService(options?: ServiceOptions): Promise<Running> {
  const { handle, refuse } = createService(options);
  return serveListener(nodeListener(handle, refuse));
}

/** Sends exactly these bytes and gives everything that came back before the connection ended. */
export function sendRaw(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address);
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

/** The one GET that asks for a target as it stands, which `fetch` would tidy first. */
export function rawGet(address: string, target: string, headers = ''): Promise<string> {
  return sendRaw(
    address,
    `GET ${target} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n${headers}Connection: close\r\n\r\n`,
  );
}

/** A POST of a value as JSON. */
export function jsonRequest(value: unknown): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** What an answer cost, as its header says. */
export function creditsOf(response: Response): number | null {
  const credits = response.headers.get('Ipregistry-Credits-Consumed');
  return credits === null ? null : Number(credits);
}
