import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { type Running, startService } from '../../support/service.js';
import { platforms } from './install.js';

const VISITOR = '81.2.69.142';

/** The command that runs each program, and whether it is on Node, where proxies are counted. */
const programs: Record<string, { command: string[]; isNode: boolean }> = {
  fastify: { command: ['node', 'fastify.js'], isNode: true },
  koa: { command: ['node', 'koa.js'], isNode: true },
  hono: { command: ['node', 'hono.js'], isNode: true },
  next: { command: ['node', 'next.js'], isNode: true },
  astro: { command: ['node', 'astro.js'], isNode: true },
  deno: {
    command: ['npx', 'deno', 'run', '--allow-all', '--node-modules-dir=manual', 'deno/main.js'],
    isNode: false,
  },
  bun: { command: ['npx', 'bun', 'run', 'bun.js'], isNode: false },
};

/** Headers with which a client may claim another IP address. */
const FORGED = {
  'X-Forwarded-For': '8.8.8.8',
  Forwarded: 'for=8.8.8.8',
  'X-Real-IP': '8.8.8.8',
  'True-Client-IP': '8.8.8.8',
};

test.describe.configure({ timeout: 180_000 });
let service: Running;
test.beforeAll(async () => {
  service = await startService();
});
test.afterAll(() => service.close());

let child: ChildProcess;
test.afterEach(async () => {
  const ended = once(child, 'close');
  if (child.pid) process.kill(-child.pid, 'SIGKILL');
  await ended;
});

async function start(command: string[], env: Record<string, string> = {}): Promise<string> {
  const [program = '', ...args] = command;
  child = spawn(program, args, {
    cwd: platforms,
    detached: true,
    env: { ...process.env, LOOKUP_URL: `${service.base}/`, LOOKUP_KEY: 'demo-open', PORT: '0', ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  // Some print the wildcard address.
  const url = /http:\/\/(?:127\.0\.0\.1|0\.0\.0\.0|localhost):(\d+)\//;
  await expect.poll(() => printed, { timeout: 150_000 }).toMatch(url);
  return `http://127.0.0.1:${url.exec(printed)?.[1]}`;
}

for (const [name, { command, isNode }] of Object.entries(programs)) {
  test(`${name}: a forged header is not believed, and the site is the site's`, async () => {
    const base = await start(command);
    for (const path of ['/origin/', '/origin/AS', '/origin']) {
      const answer = await fetch(`${base}${path}`, { headers: FORGED });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'RESERVED_IP_ADDRESS',
        message: expect.stringMatching(/^'(127\.0\.0\.1|::1)'/),
      });
    }
    expect(await (await fetch(`${base}/`)).text()).toContain('site');
  });

  if (isNode)
    test(`${name}: behind one proxy the visitor is who that proxy saw`, async () => {
      const base = await start(command, { PROXIES: '1' });
      const headers = { ...FORGED, 'X-Forwarded-For': `8.8.8.8, ${VISITOR}`, 'User-Agent': 'curl/8.5.0' };
      const answer = await fetch(`${base}/origin/`, { headers });
      expect(await answer.json()).toMatchObject({ ip: VISITOR, user_agent: { name: 'curl' } });
    });
}

test('astro: a page inside the framework is told what a client forged, so the relay stands before it', async () => {
  const base = await start(['node', 'astro.js']);
  expect(await (await fetch(`${base}/`, { headers: FORGED })).text()).toContain('a header says 8.8.8.8');
});
