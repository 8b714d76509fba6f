import { expect } from '@open-wc/testing';
import { cleanUp, clockOf, type OpenPage, openPage } from '../support/page.js';
import { until, visit } from '../support/service.js';

/*
 * In `test/e2e/back-forward.spec.ts` browsers go back in earnest. Here the page is told that it came back, so that each
 * thing that may have happened to its record meanwhile can be told apart.
 */

type Change = (page: OpenPage, ahead: (seconds: number) => void) => unknown;

/** Whether a page still shows its answer, and asks when it is told to, after this happened while it was away. */
async function comeBack(happens: Change, { persisted = true, storage = 'session', next = false } = {}) {
  const { baseUrl, requests } = visit();
  let page = await openPage();
  const settings = { baseUrl, apiKey: 'demo-open', storage: storage as 'session' };
  page.lookup.configure(settings);
  await page.lookup.origin.ip();
  if (next) {
    page = await page.next();
    page.lookup.configure(settings);
    await page.lookup.origin.ip();
  }
  const { origin } = page.lookup;
  await happens(page, clockOf(page.window).ahead);
  page.window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  const isShown = origin.snapshot('ip').data !== undefined;
  const before = await requests();
  let asked = false;
  const leave = origin.subscribe(
    'ip',
    ({ pending }) => {
      asked ||= pending;
    },
    { refresh: true },
  );
  if (isShown) await until(() => asked, 'the next request');
  leave();
  return [isShown, asked, before];
}

const removed: Change = () => {
  sessionStorage.clear();
  localStorage.clear();
};
const goesOn = [true, true, 1];

describe('a page that comes back from the browser’s memory', () => {
  afterEach(cleanUp);

  it('counts consent as revoked where the record that it stored is gone', async () => {
    expect(await comeBack(removed)).to.deep.equal([false, false, 1]);
    expect(await comeBack(removed, { storage: 'local' })).to.deep.equal([false, false, 1]);
  });

  it('counts consent as revoked where the record that it found is gone', async () => {
    expect(await comeBack(removed, { next: true })).to.deep.equal([false, false, 1]);
  });

  it('goes on where the record is there', async () => {
    expect(await comeBack(() => undefined)).to.deep.equal(goesOn);
  });

  it('goes on where it stored nothing', async () => {
    expect(await comeBack(removed, { storage: 'none' })).to.deep.equal(goesOn);
  });

  it('goes on where the record’s time was up, and another page removed it', async () => {
    const [, asked] = await comeBack((_, ahead) => {
      ahead(1800);
      sessionStorage.clear();
    });
    expect(asked).to.equal(true);
  });

  it('goes on where the visitor took back a choice in another tab', async () => {
    expect(
      await comeBack(async (page) => {
        const { override } = await page.library();
        override({ location: { city: 'Here' } });
        const choice = Object.keys(sessionStorage).filter((name) => name.endsWith('/choice'));
        expect(choice).to.have.lengthOf(1);
        for (const name of choice) sessionStorage.removeItem(name);
      }),
    ).to.deep.equal(goesOn);
  });

  it('goes on where it was loaded anew', async () => {
    expect(await comeBack(removed, { persisted: false })).to.deep.equal(goesOn);
  });
});
