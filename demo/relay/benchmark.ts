/**
 * How many cached answers a second the relay gives, beside a bare `node:http` handler that writes the same bytes.
 * The load comes from a second process. Start: npm run benchmark
 */
import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { relayListener } from 'visitor-elements/relay-node.js';
import { createService } from '../service/service.js';

const ROUNDS = 8;
const SECONDS = 2;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const HEADERS = [`User-Agent: ${BROWSER}`, 'X-Forwarded-For: 81.2.69.142', 'Sec-Fetch-Site: same-origin'];

const service = createService();
const relay = relayListener({
  baseUrl: 'http://service.invalid/',
  apiKey: 'demo-open',
  trustProxies: 1,
  fetch: (input, init) => service.handle(new Request(input, init), '127.0.0.1'),
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface Run {
  /** Answers a second. */
  rate: number;
  /** Microseconds of this process's CPU for one answer, which other work on the machine disturbs less. */
  cost: number;
}

async function run(port: number): Promise<Run> {
  const load = fileURLToPath(new URL('load.ts', import.meta.url));
  const args = ['--import', 'tsx', load, `${port}`, '/origin/', `${SECONDS}`, ...HEADERS];
  const before = process.cpuUsage();
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { user, system } = process.cpuUsage(before);
  const [rate = 0, answers = 0] = stdout.split(' ').map(Number);
  return { rate, cost: (user + system) / answers };
}

const relayPort = await listen(relay);
const headers = Object.fromEntries(HEADERS.map((line) => line.split(': ')));
const answer = await fetch(`http://127.0.0.1:${relayPort}/origin/`, { headers });
const body = await answer.text();
const bare: RequestListener = (_req, res) => {
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'private, max-age=1800',
    Vary: 'Origin, User-Agent',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(body);
};
const barePort = await listen(bare);

const runs: { bare: Run; relay: Run }[] = [];
for (let round = 0; round <= ROUNDS; round++)
  runs.push({ bare: await run(barePort), relay: await run(relayPort) });
runs.shift(); // The first round warms up.

const median = (of: 'bare' | 'relay', what: keyof Run) =>
  Math.round(runs.map((run) => run[of][what]).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
const table = (['rate', 'cost'] as const).map((what) => {
  const [bare, relay] = [median('bare', what), median('relay', what)];
  const share = Math.round((100 * (what === 'rate' ? relay : bare)) / (what === 'rate' ? bare : relay));
  return {
    'median of': what === 'rate' ? 'answers/s' : 'CPU µs/answer',
    bare,
    relay,
    'relay is': `${share} %`,
  };
});
console.log(
  `Cached answers of ${Buffer.byteLength(body)} bytes, ${ROUNDS} rounds of ${SECONDS} s each in turn`,
);
console.table(table);
process.exit();
