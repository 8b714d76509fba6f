import { expect, test } from 'vitest';
import { matches } from '../../../src/index.js';

test('a server’s own navigator tells nothing of Global Privacy Control, and the option does', () => {
  const { navigator } = globalThis;
  // As in runtimes of edge platforms, which have the property for web pages' code.
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: 'Server', globalPrivacyControl: false },
    configurable: true,
  });
  try {
    expect([matches({}, { gpc: true }), matches({}, { gpc: false })]).toEqual([false, false]);
    expect([matches({}, { gpc: true }, { gpc: true }), matches({}, { gpc: false }, { gpc: true })]).toEqual([
      true,
      false,
    ]);
  } finally {
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  }
});
