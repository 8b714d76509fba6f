import { expect } from '@open-wc/testing';
import type * as Everything from '../../../src/index.js';
import { cleanUp, openPage } from '../support/page.js';

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
