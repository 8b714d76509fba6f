import { expect } from '@open-wc/testing';
import type * as Everything from '../../../src/index.js';
import { asPage, cleanUp, newPage, openPage } from '../support/page.js';
import { countedVisit } from '../support/service.js';

describe('the page’s client', () => {
  afterEach(cleanUp);

  it('is created on first use, not on import', async () => {
    const page = await openPage();
    const { configure } = (await page.window.load('/src/index.ts')) as typeof Everything;
    const state = () => Reflect.get(page.window, Symbol.for('visitor-elements'));
    expect(state()).to.equal(undefined);
    configure({});
    expect(state().channel).to.be.instanceOf(page.window.BroadcastChannel);
  });
});

describe('a page of a test', () => {
  afterEach(cleanUp);

  it('has its own override, consent, data and messages', async () => {
    const { baseUrl } = countedVisit();
    const [first, second] = [newPage(), newPage()];
    for (const { lookup } of [first, second])
      lookup.configure({ baseUrl, apiKey: 'demo-open', storage: 'none' });
    asPage(first).override({ location: { country: { code: 'JP' } } });
    expect((await first.lookup.origin.ip()).location?.country?.code).to.equal('JP');
    expect((await second.lookup.origin.ip()).location?.country?.code).to.equal('GB');
    first.page.report('one');
    expect([...first.page.reported.keys()]).to.deep.equal(['one']);
    expect(second.page.reported.size).to.equal(0);
  });
});
