import { expect, test, vi } from 'vitest';
import { BoundedCache } from '../../../src/relay/cache/memory.js';

const expiresAt = Date.now() + 3_600_000;
/** A value with its size and owner. */
const entry = (size: number, owner: string) => ['x', { owner, size, expiresAt }] as const;

test('the cache never exceeds its limit, and drops the least recently used entries first', () => {
  const memory = new BoundedCache<string>(100_000);
  for (let i = 0; i < 20; i++) memory.set(`visitor ${i}`, ...entry(1000, `${i}`));
  const sizes = new Set<number>();
  const used = new Set<unknown>();
  for (let i = 20; i < 1000; i++) {
    used.add(memory.get('visitor 3'));
    memory.set(`visitor ${i}`, ...entry(1000, `${i}`));
    sizes.add(memory.size);
  }
  expect(used).not.toContain(undefined);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
  expect(memory.size).toBeGreaterThan(90_000);
  expect(memory.get('visitor 999')).toBeDefined();
  expect(memory.get('visitor 4')).toBeUndefined();
});

test('one owner’s entries displace its own, never another’s', () => {
  const memory = new BoundedCache<string>(100_000);
  for (let i = 0; i < 40; i++) memory.set(`neighbour ${i}`, ...entry(1000, `neighbour ${i}`));
  for (let i = 0; i < 10_000; i++) memory.set(`greedy ${i}`, ...entry(1000, 'greedy'));
  for (let i = 0; i < 40; i++) expect(memory.get(`neighbour ${i}`)).toBeDefined();
  expect(memory.get('greedy 9999')).toBeDefined();
  expect(memory.get('greedy 9000')).toBeUndefined();
});

test('of one owner’s entries, those used last stay', () => {
  const memory = new BoundedCache<string>(100_000);
  for (let i = 0; i < 100; i++) {
    memory.set(`answer ${i}`, ...entry(1000, 'owner'));
    expect(memory.get('answer 0')).toBeDefined();
  }
  expect(memory.get('answer 99')).toBeDefined();
  expect(memory.get('answer 50')).toBeUndefined();
});

test('a replaced entry does not count twice, and one that is too large is not cached', () => {
  const memory = new BoundedCache<string>(100_000);
  for (let i = 0; i < 100; i++) memory.set('one', ...entry(1000, 'owner'));
  expect(memory.size).toBeLessThan(3000);
  memory.set('two', ...entry(10_001, 'owner'));
  expect(memory.get('two')).toBeUndefined();
  expect(memory.get('one')).toBeDefined();
  memory.set('one', ...entry(10_001, 'owner'));
  expect(memory.size).toBe(0);
});

test('an entry larger than its owner’s share is not cached, and displaces none', () => {
  const memory = new BoundedCache<string>(100_000);
  for (let i = 0; i < 40; i++) memory.set(`neighbour ${i}`, ...entry(1000, `neighbour ${i}`));
  memory.set('small', ...entry(100, 'owner'));
  memory.set('large', ...entry(50_000, 'owner'));
  expect(memory.get('large')).toBeUndefined();
  expect(memory.get('small')).toBeDefined();
  for (let i = 0; i < 40; i++) expect(memory.get(`neighbour ${i}`)).toBeDefined();
});

test('names and owners count, and an expired entry is not cached', () => {
  const name = 'n'.repeat(3000);
  const memory = new BoundedCache<string>(1_000_000);
  memory.set(name, ...entry(0, name));
  expect(memory.size).toBeGreaterThan(3 * 3000);
  memory.set('over', 'x', { owner: 'owner', size: 1, expiresAt: Date.now() - 1 });
  expect(memory.size).toBeLessThan(3 * 3000 + 1000);
});

test('an expired entry is dropped when it is read', () => {
  const memory = new BoundedCache<string>(10_000);
  const expiresAt = Date.now() + 1000;
  memory.set('old', 'x', { owner: 'owner', size: 1, expiresAt });
  expect(memory.get('old')).toBe('x');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(expiresAt);
  expect(memory.get('old')).toBeUndefined();
  clock.mockRestore();
  expect(memory.size).toBe(0);
});
