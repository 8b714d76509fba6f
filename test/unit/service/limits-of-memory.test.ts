import { expect } from 'vitest';
import { createService } from '../../../demo/service/service.js';
import { heapInUse } from '../../support/heap.js';
import { test } from './fixtures.js';

test('900 requests with paths of 60 kB leave rows in the usage, not their paths', {
  timeout: 120_000,
}, async () => {
  const { handle } = createService();
  const visit = async (name: number, size: number) => {
    const request = new Request(`http://service/visit/v${name}/${'x'.repeat(size)}?${'y'.repeat(size)}`);
    await (await handle(request, '127.0.0.1')).text();
  };
  for (let i = 0; i < 100; i++) await visit(i, 100);
  const before = heapInUse();
  for (let i = 0; i < 900; i++) await visit(i, 30_000);
  expect(heapInUse() - before).toBeLessThan(20 * 2 ** 20);
});

test('a long path is cut in the usage, and says so; others are whole', async ({ ask }) => {
  await ask('/visit/mine/8.8.8.8?fields=ip');
  await ask(`/visit/mine/${'8.8.8.8,'.repeat(1000)}`);
  const { log } = await (await ask('/usage/mine', { key: null })).json();
  expect(log[0].path).toBe('/8.8.8.8?fields=ip');
  expect(log[1].path).toMatch(/^\/8\.8\.8\.8,[8.,]+…$/);
  expect(log[1].path.length).toBeLessThan(300);
});
