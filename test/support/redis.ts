import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createClient } from '@keyv/redis';
import { build } from 'esbuild';
import { installedProgram } from './debian.js';
import { freePort } from './free-port.js';
import { oncePerRun } from './once.js';
import { USER_AGENT } from './relay.js';
import type { MachineSetup } from './relay-machine.js';
import { type Running, serveListener } from './service.js';

/** A Redis server on its own port, which stores nothing on disk. */
export class Redis {
  #child: ChildProcess | undefined;

  private constructor(
    readonly program: string,
    readonly port: number,
  ) {}

  /** Prepares a server without starting it. */
  static async prepare(): Promise<Redis> {
    const program = await installedProgram('redis-server');
    if (!program) throw new Error('redis-server is not installed');
    return new Redis(program, await freePort());
  }

  static async start(...options: string[]): Promise<Redis> {
    const redis = await Redis.prepare();
    await redis.run(...options);
    return redis;
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  async run(...options: string[]): Promise<void> {
    const common = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn(this.program, [...common, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes('Ready to accept connections')) return;
    }
    throw new Error(`redis-server ended: ${printed}`);
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async client() {
    const client = createClient({ url: this.url });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
}

/** Relays in their own processes, and a front that passes requests to them in turn. */
export interface Fleet {
  /** Sends a request to the relay of this number, as the visitor at this IP address. */
  ask(
    machine: number,
    visitor: string,
    path?: string,
  ): Promise<{ status: number; data: Record<string, unknown> }>;
  front: Running;
  /** For each relay, the heap after a garbage collection, and the number of faults of store and limiter. */
  report(): Promise<{ heap: number; faults: Record<string, number> }[]>;
  /** Advances the clock of the circuit breakers in all relays. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

export async function startFleet(setup: MachineSetup, size = 2): Promise<Fleet> {
  const children = await Promise.all(Array.from({ length: size }, () => startMachine(setup)));
  const ports = children.map(({ port }) => port);
  let turn = 0;
  const front = await serveListener((req, res) => {
    const port = ports[turn++ % size];
    const onward = request({ port, path: req.url, method: req.method, headers: req.headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    req.pipe(onward);
  });
  return {
    front,
    ask: async (machine, visitor, path = '') => {
      const headers = { 'User-Agent': USER_AGENT, 'X-Forwarded-For': visitor };
      const response = await fetch(`http://127.0.0.1:${ports[machine % size]}/origin/${path}`, { headers });
      return { status: response.status, data: await response.json() };
    },
    report: () =>
      Promise.all(
        children.map(async ({ child }) => {
          child.send({ report: true });
          const [report] = await once(child, 'message');
          return report;
        }),
      ),
    pass(milliseconds) {
      for (const { child } of children) child.send({ milliseconds });
    },
    async close() {
      await front.close();
      await Promise.all(
        children.map(({ child }) => {
          const ended = once(child, 'exit');
          child.kill();
          return ended;
        }),
      );
    },
  };
}

async function startMachine(setup: MachineSetup): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(
    `${await oncePerRun('machine', bundleMachine)}/relay-machine.js`,
    [JSON.stringify(setup)],
    {
      execArgv: [],
    },
  );
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('A relay did not start.')));
  const [{ port }] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {}); // The process ends with its test.
  return { child, port };
}

/** A relay that is bundled as JavaScript starts in a quarter of the time. */
const bundleMachine = (outdir: string) =>
  build({
    entryPoints: [fileURLToPath(new URL('relay-machine.ts', import.meta.url))],
    outdir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
