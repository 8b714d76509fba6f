/** One machine of several: a relay in a process of its own, set up as the README says; told how by its parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import KeyvRedis, { createClient } from '@keyv/redis';
import { Keyv } from 'keyv';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { relayListener } from '../../src/relay/node.js';
import { heapInUse } from './heap.js';

/** What a machine is told. */
export interface MachineSetup {
  baseUrl: string;
  redis: string;
  /** Milliseconds; helpers are waited for a tenth of it. */
  timeout: number;
  /** Calls in an hour for one visitor on all machines; no limit where it is absent. */
  hourlyLimitPerVisitor?: number;
  /** Commands that the client of the limit lets wait for a Redis that is silent. */
  waiting?: number;
}

const {
  baseUrl,
  redis,
  timeout,
  hourlyLimitPerVisitor,
  waiting = 1000,
}: MachineSetup = JSON.parse(process.argv[2] ?? '{}');

const store = new Keyv(new KeyvRedis(redis));
store.on('error', () => {}); // The relay does without, and tells `onEvent`.

const faults: Record<string, number> = {};
const relay = relayListener({
  baseUrl,
  apiKey: 'key-1',
  trustProxies: 1,
  timeout,
  hourlyLimitPerVisitor: Infinity,
  store,
  ...(hourlyLimitPerVisitor && { rateLimiter: sharedLimit(hourlyLimitPerVisitor) }),
  onEvent: ({ type, from = 'limit' }) => {
    if (type === 'fault') faults[from] = (faults[from] ?? 0) + 1;
  },
});

function sharedLimit(points: number) {
  const storeClient = createClient({
    url: redis,
    disableOfflineQueue: true,
    commandsQueueMaxLength: waiting,
  });
  storeClient.on('error', () => {});
  storeClient.connect().catch(() => {}); // It goes on trying: nobody waits for a Redis to start.
  const limiter = new RateLimiterRedis({
    storeClient,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: 'relay',
    points,
    duration: 3600,
  });
  return (visitor: string) =>
    limiter.consume(visitor).then(
      () => true,
      (refused) => {
        if (refused instanceof Error) throw refused;
        return refused.msBeforeNext / 1000;
      },
    );
}

const server = createServer({ keepAliveTimeout: 600_000 }, relay).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

const now = performance.now.bind(performance);
let ahead = 0;
performance.now = () => now() + ahead;

process.on('message', ({ milliseconds }: { milliseconds?: number }) => {
  if (milliseconds) {
    ahead += milliseconds;
    return;
  }
  process.send?.({ heap: heapInUse(), faults });
});
process.on('disconnect', () => process.exit());
