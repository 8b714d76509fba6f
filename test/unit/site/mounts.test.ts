import { expect, test } from 'vitest';
import { relayOf } from '../../../demo/mounts.js';

test('a visit keeps its relay, and the relays of many visits are not all kept', () => {
  const first = relayOf('first');
  const used = relayOf('used');
  for (let visit = 0; visit < 150; visit++) {
    relayOf(`${visit}`);
    expect(relayOf('used')).toBe(used);
  }
  expect(relayOf('first')).not.toBe(first);
});
