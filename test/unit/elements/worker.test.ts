import { expect, test, vi } from 'vitest';

test('an override is kept in a runtime that captures no events, as Cloudflare’s', async () => {
  vi.stubGlobal('addEventListener', (_type: string, _listener: unknown, captures: unknown) => {
    if (captures) throw new TypeError('addEventListener(): useCapture must be false.');
  });
  try {
    const { origin, override } = await import('../../../src/index.js');
    override({ location: { country: { code: 'FR' } } });
    expect(origin.snapshot('ip').data?.location?.country?.code).toBe('FR');
  } finally {
    vi.unstubAllGlobals();
  }
});
