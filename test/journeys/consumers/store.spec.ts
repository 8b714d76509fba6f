import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Redis } from '../../support/redis.js';
import { execute, here } from './run.js';

/** Stores a record as a relay does, and reads it. */
const program = `
import KeyvRedis, { createClient } from '@keyv/redis';
import { Keyv } from 'keyv';
import { RateLimiterRedis } from 'rate-limiter-flexible';
const store = new Keyv(new KeyvRedis(process.argv[2]));
await store.set('name', 'record', 60_000);
const storeClient = createClient({ url: process.argv[2] });
await storeClient.connect();
const limiter = new RateLimiterRedis({ storeClient, useRedisPackage: true, points: 300, duration: 3600 });
// As one text: Node would write a number in colours where it is told to.
console.log([await store.get('name'), (await limiter.consume('visitor')).remainingPoints].join(' '));
process.exit();
`;

test('what the documents install for many machines fits together, on Node 20 and later', async () => {
  const text = await readFile(join(here, '../../../docs/production.md'), 'utf8');
  const [, names = ''] = /`npm install (keyv[^`]*)`/.exec(text) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'visitor-elements-store-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(join(folder, 'program.js'), program);
  const install = await execute('npm', ['install', '--engine-strict', '--prefer-offline', ...names.split(' ')], folder);
  expect(install.ok, install.text).toBe(true);
  const list = await execute('npm', ['ls', '--all'], folder); // Fails if peer dependencies don't match.
  expect(list.ok, list.text).toBe(true);
  const redis = await Redis.start();
  const nodes = ['22', '24', '26'].map((node) => join(here, `node_modules/node-${node}/bin/node`));
  // One visitor's calls from four processes are counted together.
  for (const [before, node] of [process.execPath, ...nodes].entries()) {
    const { stdout, text } = await execute(node, ['program.js', redis.url], folder);
    expect(stdout.trim(), text).toBe(`record ${299 - before}`);
  }
  await redis.stop();
  await rm(folder, { recursive: true });
});
