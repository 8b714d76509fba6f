/**
 * One of several machines: a relay in its own process, set up as `docs/production.md` says. Its parent passes the
 * settings.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import KeyvRedis, { createClient } from '@keyv/redis';
import { Keyv } from 'keyv';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { relayListener } from '../../src/relay/node.js';
import { heapInUse } from './heap.js';

/** The settings of a machine. */
export interface MachineSetup {
  baseUrl: string;
  redis: string;
  /** Milliseconds. The relay waits for store and limiter for a tenth of it. */
  timeout: number;
  /** Calls per hour and visitor on all machines together. Default: no limit. */
  hourlyLimitPerVisitor?: number;
  /** The maximum number of commands that the limiter's client queues while Redis doesn't respond. */
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
store.on('error', () => {}); // The relay works without the store, and reports the fault to `onEvent`.

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
  storeClient.connect().catch(() => {}); // The client keeps trying to connect. Nothing waits for Redis to start.
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
