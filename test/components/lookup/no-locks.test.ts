import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { cleanUp, type Globals, openPage, stored } from '../support/page.js';
import { countedVisit, until } from '../support/service.js';

const replacedLocks: Record<string, () => unknown> = {
  'throw at once': () => {
    throw new Error('The page replaced locks.');
  },
  'never give a lock, and ignore the signal': () => new Promise(() => undefined),
  'return nothing': () => undefined,
};

const lockless: Record<string, (window: Globals) => void> = {
  'has no locks, as over plain http': ({ navigator }) =>
    Object.defineProperty(navigator, 'locks', { value: undefined }),
  'throws when locks are read, because the page replaced them': ({ navigator }) =>
    Object.defineProperty(navigator, 'locks', {
      get() {
        throw new Error('The page replaced locks.');
      },
    }),
  'refuses locks, as where storage is blocked': ({ navigator }) =>
    Object.defineProperty(navigator, 'locks', {
      value: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
    }),
};

describe('a browser that', () => {
  afterEach(cleanUp);

  for (const [what, arrange] of Object.entries(lockless))
    it(`${what}: a lookup works at once all the same`, async () => {
      const { window, lookup } = await openPage({ arrange });
      let isLooking = true;
      window.clearInterval = () => {
        isLooking = false;
      };
      const { baseUrl, requests } = countedVisit();
      const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local', timeout: 600_000 };
      const answer = new lookup.OriginLookup(settings).ip();
      await until(async () => (await requests()) === 1, 'the request');
      expect((await answer).ip).to.equal('81.2.69.142');
      expect(stored()).to.have.lengthOf(1);
      expect(isLooking).to.equal(false);
    });

  for (const [what, request] of Object.entries(replacedLocks))
    it(`has locks that the page replaced, which ${what}: a lookup sends one request, after \`timeout\` at the latest`, async () => {
      const { lookup } = await openPage({
        arrange: ({ navigator }) => Object.defineProperty(navigator, 'locks', { value: { request } }),
      });
      const { baseUrl, requests } = countedVisit();
      const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local', timeout: 1000 };
      expect((await new lookup.OriginLookup(settings).ip()).ip).to.equal('81.2.69.142');
      expect(await requests()).to.equal(1);
    });

  for (const [what, own, refresh] of [
    ['with maxAge 0, which finds nothing in storage', { maxAge: 0 }, false],
    ['that is refreshed', {}, true],
    ['that stores for its own tab', { storage: 'session' }, false],
  ] as const)
    it(`gives no lock: a lookup ${what}, waits for no other tab`, async () => {
      let asked = 0;
      const request = () => new Promise(() => asked++);
      const { lookup } = await openPage({
        arrange: ({ navigator }) => Object.defineProperty(navigator, 'locks', { value: { request } }),
      });
      const { baseUrl } = countedVisit();
      const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local', ...own };
      const answer = new lookup.OriginLookup(settings).ip({ refresh });
      expect(asked).to.equal(0);
      expect((await answer).ip).to.equal('81.2.69.142');
    });
});
