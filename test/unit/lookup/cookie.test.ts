import { afterEach, expect, test, vi } from 'vitest';
import { writeCookie } from '../../../src/personal/override.js';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['https:', 'visitor-country=DE; Path=/; SameSite=Lax; Max-Age=31536000; Secure'],
  ['http:', 'visitor-country=DE; Path=/; SameSite=Lax; Max-Age=31536000'],
])('over %s the cookie of a choice is as documented: %s', (protocol, cookie) => {
  class Page {
    static written: unknown;
    set cookie(value: string) {
      Page.written = value;
    }
  }
  vi.stubGlobal('document', new Page());
  vi.stubGlobal('location', { protocol });
  writeCookie('visitor-country', 'DE');
  expect(Page.written).toBe(cookie);
});
