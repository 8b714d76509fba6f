import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test as base, expect, type Page } from '@playwright/test';
import getPort from 'get-port';
import { serveFolder } from '../../../demo/mounts.js';
import { requestsOf, serveSite } from '../../e2e/site.js';
import type { Running } from '../../support/service.js';

export { expect, requestsOf };
export const here = fileURLToPath(new URL('.', import.meta.url));

/** Runs a program in this folder. Returns its output, and whether it succeeded. */
export const execute = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd: here, timeout: 900_000 }).then(
    ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
    ({ stdout = '', stderr = '', message }) => ({ ok: false, text: `${message}\n${stdout}${stderr}` }),
  );

const out = serveFolder(new URL('out/', import.meta.url));

/**
 * A server with the built applications, the lookup service and the flags, and the page's unexpected console messages.
 */
export const test = base.extend<{ said: string[] }, { server: Running }>({
  server: [
    async ({}, use) => {
      const server = await serveSite(out);
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  said: async ({ page }, use) => {
    const said: string[] = [];
    page.on('request', (request) => request.url().startsWith('file:') && said.push(request.url()));
    page.on(
      'console',
      (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()),
    );
    page.on('pageerror', (error) => said.push(String(error)));
    await use(said);
  },
});

const built = new Set<string>();

/** Builds an application once, as its users do. */
export async function build(framework: string): Promise<void> {
  if (built.has(framework)) return;
  const { ok, text } = await execute(process.execPath, 'build.js', framework);
  expect(ok, text).toBe(true);
  built.add(framework);
}

/** Starts an application's own server on a given port, and waits until it responds. */
export async function start(cwd: string, ...args: string[]): Promise<Running> {
  const port = await getPort();
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port) };
  const program = spawn(process.execPath, args, { cwd: `${here}${cwd}`, env });
  let printed = '';
  const print = (chunk: Buffer) => {
    printed += chunk;
  };
  program.stdout.on('data', print);
  program.stderr.on('data', print);
  const exit = once(program, 'exit');
  const base = `http://127.0.0.1:${port}`;
  const answers = () => fetch(base).then(({ ok }) => ok, () => false);
  while (!(await answers())) {
    const ended = await Promise.race([exit.then(() => true), setTimeout(100, false)]);
    if (ended) throw new Error(`The application's server ended.\n${printed}`);
  }
  return {
    base,
    async close() {
      program.kill();
      await exit;
    },
  };
}

/**
 * Expects what an application shows on every visit: a card, a property, an event, a hook, a flag, a case of a switch.
 */
export async function expectVisitor(page: Page): Promise<void> {
  await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
  await expect(page.locator('visitor-info')).toContainText('Adresse');
  await expect(page.locator('#heard')).toHaveText('GB');
  await expect(page.locator('#hook')).toHaveText('81.2.69.142');
  await expect(page.locator('visitor-value img')).toHaveAttribute('src', /dist.flags.GB\.svg$/);
  await expect(page.getByText('Hello, Britain')).toBeVisible();
  await expect(page.getByText(/^Default/)).toBeHidden();
}
