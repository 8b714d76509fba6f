/** Sends a server the same request repeatedly for a given time. `relay.ts` runs it in a separate process. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The request, and the duration in milliseconds. */
export interface LoadRequest {
  port: number;
  request: string;
  duration: number;
}

const CONNECTIONS = 32;

process.on('message', async ({ port, request, duration }: LoadRequest) => {
  let answers = 0;
  const sockets = Array.from({ length: CONNECTIONS }, () => keepAsking(port, request, () => answers++));
  const start = performance.now();
  await delay(duration);
  const rate = answers / ((performance.now() - start) / 1000);
  for (const socket of sockets) socket.destroy();
  process.send?.({ answers, rate });
});

function keepAsking(port: number, request: string, answered: () => void): Socket {
  let size = 0;
  let received = 0;
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  return socket.on('data', (chunk) => {
    size ||= sizeOf(chunk);
    received += chunk.length;
    if (received < size) return;
    if (received > size) throw new Error(`An answer has ${received} bytes; the first had ${size}.`);
    received = 0;
    answered();
    socket.write(request);
  });
}

/** The length of a response. A local server sends the head in the first chunk. */
function sizeOf(chunk: Buffer): number {
  const head = chunk.subarray(0, chunk.indexOf('\r\n\r\n') + 4).toString('latin1');
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`The server answered ${head}`);
  return head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
}
