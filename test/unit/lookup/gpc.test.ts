import { expect, test } from 'vitest';
import { matches } from '../../../src/index.js';

test('on a server, Global Privacy Control is read from the option, never from navigator', () => {
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
