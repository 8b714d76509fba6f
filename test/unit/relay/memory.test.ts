import { expect, test, vi } from 'vitest';
import { OutcomeCache } from '../../../src/relay/cache/memory.js';
import { heapInUse } from '../../support/heap.js';

const HOUR = 3_600_000;
const cacheOf = (bytes: number) => new OutcomeCache(bytes, HOUR);
/** An outcome that takes about `size` bytes of memory, with its owner. */
const entry = (size: number, owner: string, expiresAt = Date.now() + HOUR) =>
  [{ body: { data: {}, bytes: new Uint8Array(Math.ceil(size / 6)) }, expiresAt }, owner] as const;

test('the cache never exceeds its limit, and drops the least recently used entries first', () => {
  const memory = cacheOf(100_000);
  for (let i = 0; i < 20; i++) memory.keep(`visitor ${i}`, ...entry(1000, `${i}`));
  const sizes = new Set<number>();
  const used = new Set<unknown>();
  for (let i = 20; i < 1000; i++) {
    used.add(memory.get('visitor 3'));
    memory.keep(`visitor ${i}`, ...entry(1000, `${i}`));
    sizes.add(memory.size);
  }
  expect(used).not.toContain(undefined);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
  expect(memory.size).toBeGreaterThan(90_000);
  expect(memory.get('visitor 999')).toBeDefined();
  expect(memory.get('visitor 4')).toBeUndefined();
});

test('one owner’s entries displace its own, never another’s', () => {
  const memory = cacheOf(100_000);
  for (let i = 0; i < 40; i++) memory.keep(`neighbour ${i}`, ...entry(1000, `neighbour ${i}`));
  for (let i = 0; i < 10_000; i++) memory.keep(`greedy ${i}`, ...entry(1000, 'greedy'));
  for (let i = 0; i < 40; i++) expect(memory.get(`neighbour ${i}`)).toBeDefined();
  expect(memory.get('greedy 9999')).toBeDefined();
  expect(memory.get('greedy 9000')).toBeUndefined();
});

test('of one owner’s entries, those used last stay', () => {
  const memory = cacheOf(100_000);
  for (let i = 0; i < 100; i++) {
    memory.keep(`answer ${i}`, ...entry(1000, 'owner'));
    expect(memory.get('answer 0')).toBeDefined();
  }
  expect(memory.get('answer 99')).toBeDefined();
  expect(memory.get('answer 50')).toBeUndefined();
});

test('a replaced entry does not count twice, and one that is too large is not cached', () => {
  const memory = cacheOf(100_000);
  for (let i = 0; i < 100; i++) memory.keep('one', ...entry(1000, 'owner'));
  expect(memory.size).toBeLessThan(3000);
  memory.keep('two', ...entry(10_001, 'owner'));
  expect(memory.get('two')).toBeUndefined();
  expect(memory.get('one')).toBeDefined();
  memory.keep('one', ...entry(10_001, 'owner'));
  expect(memory.size).toBe(0);
});

test('an entry larger than its owner’s share is not cached, and displaces none', () => {
  const memory = cacheOf(100_000);
  for (let i = 0; i < 40; i++) memory.keep(`neighbour ${i}`, ...entry(1000, `neighbour ${i}`));
  memory.keep('small', ...entry(100, 'owner'));
  memory.keep('large', ...entry(50_000, 'owner'));
  expect(memory.get('large')).toBeUndefined();
  expect(memory.get('small')).toBeDefined();
  for (let i = 0; i < 40; i++) expect(memory.get(`neighbour ${i}`)).toBeDefined();
});

test('names and owners count, and an expired entry is not cached', () => {
  const name = 'n'.repeat(3000);
  const memory = cacheOf(1_000_000);
  memory.keep(name, ...entry(0, name));
  expect(memory.size).toBeGreaterThan(3 * 3000);
  memory.keep('over', ...entry(1, 'owner', Date.now() - 1));
  expect(memory.size).toBeLessThan(3 * 3000 + 1000);
});

test('an expired entry is dropped when it is read', () => {
  const memory = cacheOf(10_000);
  const expiresAt = Date.now() + 1000;
  memory.keep('old', ...entry(1, 'owner', expiresAt));
  expect(memory.get('old')).toBeDefined();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(expiresAt);
  expect(memory.get('old')).toBeUndefined();
  clock.mockRestore();
  expect(memory.size).toBe(0);
});

test('expired entries, which nobody may read again, are dropped when another is cached', () => {
  const memory = cacheOf(100_000);
  const now = Date.now();
  for (let i = 0; i < 10; i++) memory.keep(`visitor ${i}`, ...entry(1000, `${i}`, now + 1000 * i));
  memory.get('visitor 2');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 8000);
  const before = memory.size;
  memory.keep('visitor 10', ...entry(1000, '10', now + HOUR));
  clock.mockRestore();
  expect(memory.size).toBeLessThan(before / 4);
});

test('owners whose entries are gone do not stay in memory', () => {
  const memory = cacheOf(1_000_000);
  const nameOf = (i: number) => Buffer.alloc(10_000, `${i} `).toString();
  const before = heapInUse();
  for (let i = 0; i < 5000; i++) memory.keep('visitor', ...entry(1000, nameOf(i)));
  expect(heapInUse() - before).toBeLessThan(10_000_000);
  expect(memory.get('visitor')).toBeDefined();
});
