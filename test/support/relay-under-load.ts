/** A relay in its own process, so that its processor time and memory can be measured. `load.nightly.test.ts` starts it. */
import { createServer } from 'node:http';
import { createServer as createSessionServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { relayListener } from '../../src/relay/node.js';
import { heapInUse } from './heap.js';

/** The size of the generated data, in bytes. */
export interface LoadSetup {
  ip: number;
  network: number;
}

/** What the process has used so far. */
export interface LoadReport {
  /** Milliseconds of processor time, without those of `parsing`. */
  processor: number;
  /** The most milliseconds of processor time in one turn of the event loop since the last message. */
  longestTurn: number;
  /** Milliseconds of processor time that parsing a network's data once takes now. A busy machine takes longer. */
  parsing: number;
  /** Bytes in use, on the heap and outside it, after a collection of garbage; 0 if none was wanted. */
  memory: number;
  responses: number;
}

const { ip, network }: LoadSetup = JSON.parse(process.argv[2] ?? '{}');

const PREFIX = { cidr: '2001:db8:1234::/48', size: 2 ** 80, status: 'allocated' };
const prefixes = Array(Math.ceil(network / JSON.stringify(PREFIX).length)).fill(PREFIX);
const networkData = JSON.stringify({ asn: 64500, prefixes: { ipv6: prefixes } });

let responses = 0;
const listener = relayListener({
  baseUrl: 'http://service.invalid/',
  apiKey: 'key-1',
  trustProxies: 1,
  parseUserAgent: false,
  fetch: async (url) => {
    const path = new URL(String(url)).pathname;
    const data = { ip: path.slice(1), pad: 'x'.repeat(ip), connection: { asn: 64500 } };
    return new Response(path === '/AS64500' ? networkData : JSON.stringify(data));
  },
  onEvent: ({ type }) => {
    if (type === 'answer') responses += 1;
  },
});

const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let spentParsing = 0;
function timeParsing(): number {
  const rounds = 3;
  const start = processorTime();
  for (let round = 0; round < rounds; round++) JSON.parse(networkData);
  const taken = processorTime() - start;
  spentParsing += taken;
  return taken / rounds;
}

let turnStarted = processorTime();
let longestTurn = 0;
setInterval(() => {
  const now = processorTime();
  longestTurn = Math.max(longestTurn, now - turnStarted);
  turnStarted = now;
});

process.on('message', (collectsGarbage) => {
  const memory = collectsGarbage ? heapInUse() + process.memoryUsage().external : 0;
  const parsing = timeParsing();
  const load: LoadReport = {
    processor: processorTime() - spentParsing,
    longestTurn,
    parsing,
    memory,
    responses,
  };
  process.send?.(load);
  longestTurn = 0;
  turnStarted = processorTime();
});
process.on('disconnect', () => process.exit());

const servers = [createServer(listener), createSessionServer().on('request', listener)];
const ports: number[] = [];
for (const server of servers)
  server.listen(0, '127.0.0.1', () => {
    ports[servers.indexOf(server)] = (server.address() as AddressInfo).port;
    if (Object.keys(ports).length === servers.length) process.send?.(ports);
  });
