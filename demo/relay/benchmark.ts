/**
 * How many cached answers a second the relay gives, beside a bare `node:http` handler that writes the same bytes. The
 * load comes from a second process; both servers take turns, so that other work on the machine meets both. Start:
 * npm run build && npx tsx demo/relay/benchmark.ts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relayListener } from 'visitor-elements/relay-node.js';
import { createService } from '../service/service.js';
import type { Job } from './load.js';

const ROUNDS = 20;
const DURATION = 1000;
const HEADERS = {
  Host: 'www.example.com',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'X-Forwarded-For': '81.2.69.142',
  'Sec-Fetch-Site': 'same-origin',
};

const service = createService();
const relay = await listen(
  relayListener({
    baseUrl: 'http://service.invalid/',
    apiKey: 'demo-open',
    trustProxies: 1,
    fetch: (input, init) => service.handle(new Request(input, init), '127.0.0.1'),
  }),
);
const body = await (await fetch(`http://127.0.0.1:${relay}/origin/`, { headers: HEADERS })).text();
const bare = await listen((_req, res) => {
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-store',
    Vary: 'Origin, User-Agent',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const load = fork(new URL('load.ts', import.meta.url));
const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
const request = `GET /origin/ HTTP/1.1\r\n${lines.join('')}\r\n`;

/** One turn of a server: answers a second, and microseconds of its processor time for each. */
async function turn(port: number): Promise<{ rate: number; cost: number }> {
  const before = process.cpuUsage();
  load.send({ port, request, duration: DURATION } satisfies Job);
  const [{ answers, rate }] = await once(load, 'message');
  const { user, system } = process.cpuUsage(before);
  return { rate, cost: (user + system) / answers };
}

await turn(bare); // warms up
await turn(relay);
const turns: Record<'bare' | 'relay', Awaited<ReturnType<typeof turn>>>[] = [];
for (let round = 0; round < ROUNDS; round++) turns.push({ bare: await turn(bare), relay: await turn(relay) });
load.kill();

const sorted = (of: 'bare' | 'relay', what: 'rate' | 'cost') =>
  turns.map((round) => round[of][what]).sort((a, b) => (what === 'rate' ? b - a : a - b));
const row = (name: string, what: 'rate' | 'cost', at: number) => {
  const [bare = 0, relay = 0] = [sorted('bare', what)[at], sorted('relay', what)[at]];
  const share = what === 'rate' ? relay / bare : bare / relay;
  return {
    '': name,
    bare: Math.round(bare),
    relay: Math.round(relay),
    share: `${Math.round(share * 100)} %`,
  };
};
console.log(`Cached answers of ${Buffer.byteLength(body)} bytes, ${ROUNDS} turns each of ${DURATION} ms`);
console.table([
  row('answers/s, best', 'rate', 0),
  row('answers/s, median', 'rate', ROUNDS >> 1),
  row('CPU µs/answer, best', 'cost', 0),
  row('CPU µs/answer, median', 'cost', ROUNDS >> 1),
]);
process.exit();
