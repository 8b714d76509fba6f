/**
 * Measures how many responses a second the relay sends from its memory, and from a store in the same process, compared
 * with a bare `node:http` handler that writes the same bytes. A second process sends the load; the servers take turns,
 * so that other work on the machine affects all of them alike. Start: npm run build && npx tsx test/benchmarks/relay.ts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRelay } from 'visitor-elements/relay.js';
import { relayListener } from 'visitor-elements/relay-node.js';
import { createService } from '../../demo/service/service.js';
import type { LoadRequest } from './relay-load.js';

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
/** More visitors than memory holds. Their IP addresses have the same length, and the store has all their data. */
const VISITORS = 20_000;
const visitorAt = (i: number) =>
  `81.${100 + (i % 100)}.${100 + (Math.floor(i / 100) % 100)}.${100 + Math.floor(i / 10_000)}`;
const known = await (
  await service.handle(new Request('http://service/81.2.69.142?key=demo-open'), '127.0.0.1')
).json();
const shared = {
  baseUrl: 'http://service.invalid/',
  apiKey: 'demo-open',
  store: new Map<string, string>(),
  parseUserAgent: false,
  hourlyLimitPerVisitor: Infinity,
  fetch: async (input: unknown) => Response.json({ ...known, ip: String(input).split('/').at(-1) }),
};
const filling = createRelay<string>({ ...shared, clientIp: (_, visitor) => visitor });
for (let i = 0; i < VISITORS; i++) await filling(new Request('http://site.invalid/origin/'), visitorAt(i));
let visit = 0;
const stored = await listen(relayListener({ ...shared, clientIp: () => visitorAt(visit++ % VISITORS) }));

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

const load = fork(new URL('relay-load.ts', import.meta.url));
const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
const request = `GET /origin/ HTTP/1.1\r\n${lines.join('')}\r\n`;

/** One turn of a server: responses a second, and its processor time for each in microseconds. */
async function turn(port: number): Promise<{ rate: number; cost: number }> {
  const before = process.cpuUsage();
  load.send({ port, request, duration: DURATION } satisfies LoadRequest);
  const [{ answers, rate }] = await once(load, 'message');
  const { user, system } = process.cpuUsage(before);
  return { rate, cost: (user + system) / answers };
}

const servers = { bare, memory: relay, store: stored };
type Server = keyof typeof servers;
const names = Object.keys(servers) as Server[];
type Turns = Record<Server, Awaited<ReturnType<typeof turn>>>;

async function round(): Promise<Turns> {
  const results: Partial<Turns> = {};
  for (const name of names) results[name] = await turn(servers[name]);
  return results as Turns;
}

await round(); // warms up
const rounds: Turns[] = [];
for (let i = 0; i < ROUNDS; i++) rounds.push(await round());
load.kill();

const sorted = (of: Server, what: 'rate' | 'cost') =>
  rounds.map((turns) => turns[of][what]).sort((a, b) => (what === 'rate' ? b - a : a - b));
const row = (what: 'rate' | 'cost', at: number) => {
  const [bare = 1, memory = 1, store = 1] = names.map((name) => sorted(name, what)[at]);
  const share = (value: number) => `${Math.round(100 * (what === 'rate' ? value / bare : bare / value))} %`;
  return {
    bare: Math.round(bare),
    memory: Math.round(memory),
    'of bare': share(memory),
    store: Math.round(store),
    'of bare ': share(store),
  };
};
console.log(`Answers of ${Buffer.byteLength(body)} bytes, ${ROUNDS} turns each of ${DURATION} ms`);
console.table({
  'answers/s, best': row('rate', 0),
  'answers/s, median': row('rate', ROUNDS >> 1),
  'CPU µs/answer, best': row('cost', 0),
  'CPU µs/answer, median': row('cost', ROUNDS >> 1),
});
process.exit();
