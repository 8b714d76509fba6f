/** Asks a server the same thing over and over, then prints answers a second and answers; run by `benchmark.ts` in a process of its own. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const CONNECTIONS = 32;
const [port, path, seconds, ...headers] = process.argv.slice(2);
const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;

let answers = 0;
let size = 0;
for (let i = 0; i < CONNECTIONS; i++) {
  let received = 0;
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    size ||= sizeOf(chunk);
    if (received < size) return;
    if (received > size) throw new Error(`an answer of ${received} bytes; the first had ${size}`);
    received = 0;
    answers += 1;
    socket.write(request);
  });
}
const start = performance.now();
await delay(Number(seconds) * 1000);
console.log(answers / ((performance.now() - start) / 1000), answers);
process.exit();

/** The length of an answer whose head is complete in one chunk, as those of a local server are. */
function sizeOf(chunk: Buffer): number {
  const head = chunk.subarray(0, chunk.indexOf('\r\n\r\n') + 4).toString('latin1');
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`the server answered ${head}`);
  return head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
}
