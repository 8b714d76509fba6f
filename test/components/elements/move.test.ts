import {
  configure,
  grantConsent,
  revokeConsent,
  type VisitorInfo,
  type VisitorValue,
} from '../../../src/index.js';
import { expect, hear, put, reaches, ready, settled, shown, statesOf, until, visit } from './support.js';

const html = '<visitor-value field="ip">an address</visitor-value>';

describe('an element that is moved', () => {
  it('keeps its data: no second event, no second request, no other state', async () => {
    const { usage } = visit();
    const value = await ready(html);
    const heard = hear();
    put('<section></section>').append(value);
    expect(statesOf(value)).to.deep.equal(['ready']);
    expect(shown(value)).to.equal('81.2.69.142');
    await settled();
    expect(statesOf(value)).to.deep.equal(['ready']);
    expect(heard).to.deep.equal([]);
    expect((await usage()).requests).to.equal(1);
  });

  it('while pending gets its data once', async () => {
    const { usage } = visit('fault/slow-200/');
    const value = await reaches(put(html), 'pending');
    const heard = hear();
    put('<section></section>').append(value);
    await reaches(value, 'ready');
    await settled();
    expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-load']);
    expect((await usage()).requests).to.equal(1);
  });

  it('many times in one task sends one request', async () => {
    const { usage } = visit();
    const value = put(html);
    const places = ['<p></p>', '<p></p>', '<p></p>'].map((place) => put(place));
    for (const place of [...places, ...places]) place.append(value);
    await reaches(value, 'ready');
    expect((await usage()).requests).to.equal(1);
  });
});

for (const [what, fault, own] of [
  ['status 500', 'fault/status-500/', {}],
  ['status 400', 'fault/status-400/', {}],
  ['HTML', 'fault/html/', {}],
  ['an adapter that throws', '', { adapt: () => undefined as unknown as object }],
] as const)
  describe(`after a failed lookup (${what}), no credit is spent`, () => {
    it('for an element that moves, in one task or in several, nor for elements that come later', async () => {
      const { requests } = visit(fault, own);
      const [value] = put(`<main>${html.repeat(8)}</main>`).children as unknown as VisitorValue[];
      await reaches(value as Element, 'error');
      expect(await requests()).to.equal(1);
      for (let move = 0; move < 5; move++) {
        put('<section></section>').append(value as Element);
        await settled();
        value?.remove();
        await new Promise((resolve) => setTimeout(resolve));
      }
      const later = put<VisitorValue>(html);
      await reaches(later, 'error');
      expect(shown(later)).to.equal('an address');
      expect(await requests()).to.equal(1);
    });

    it('when a setting changes that has nothing to do with it', async () => {
      const { requests } = visit(fault, own);
      await reaches(put(html), 'error');
      for (const change of [{ maxAge: 60 }, { groups: { nordics: 'DK' } }, { storage: 'local' as const }]) {
        configure(change);
        await settled();
      }
      expect(await requests()).to.equal(1);
    });
  });

describe('an element with stale data that is moved', () => {
  it('sends no request: it is no new reader', async () => {
    const { requests } = visit('', { maxAge: 1 });
    const value = await ready(html);
    await reaches(value, 'stale');
    expect(await requests()).to.equal(1);
    put('<section></section>').append(value);
    await settled();
    value.remove();
    await Promise.resolve();
    put('<section></section>').append(value);
    await settled();
    expect(await requests()).to.equal(1);
    await ready(html);
    await until(async () => (await requests()) === 2, 'the request of a new reader');
  });

  it('sends no request, though it comes back later, beside another one', async () => {
    const { requests } = visit('', { maxAge: 1 });
    const [value, other] = put(`<main>${html.repeat(2)}</main>`).children as unknown as VisitorValue[];
    await reaches(other as Element, 'stale');
    value?.remove();
    await new Promise((resolve) => setTimeout(resolve));
    put('<section></section>').append(value as Element);
    await settled();
    expect(await requests()).to.equal(1);
    expect(shown(value as Element)).to.equal('81.2.69.142');
  });

  it('sends no request, though a setting changed while it was away', async () => {
    const { requests } = visit('', { maxAge: 1 });
    const value = await ready(html);
    await reaches(value, 'stale');
    value.remove();
    configure({ groups: { nordics: 'DK' } });
    put('<section></section>').append(value);
    await settled();
    expect(await requests()).to.equal(1);
    expect(shown(value)).to.equal('81.2.69.142');
  });

  it('follows the page’s settings and consent as they are when it is back', async () => {
    const { requests } = visit();
    const value = await ready(html);
    value.remove();
    revokeConsent();
    put('<section></section>').append(value);
    await reaches(value, 'idle');
    expect(shown(value)).to.equal('an address');
    value.remove();
    grantConsent();
    put('<section></section>').append(value);
    await reaches(value, 'ready');
    expect(await requests()).to.equal(2);
  });
});

describe('an element that is removed', () => {
  it('forgets its data and its error when consent is revoked', async () => {
    visit();
    const value = await ready<VisitorValue>(html);
    const home = value.parentElement as Element;
    value.remove();
    expect(value.data).to.have.property('ip', '81.2.69.142');
    revokeConsent();
    expect(value.data).to.equal(undefined);
    grantConsent();
    expect(value.data).to.equal(undefined);
    revokeConsent();
    home.append(value);
    await reaches(value, 'idle');
    expect(shown(value)).to.equal('an address');
    visit('fault/drop/');
    await reaches(value, 'error');
    value.remove();
    expect(value.error?.code).to.equal('network');
    revokeConsent();
    expect(value.error).to.equal(undefined);
  });

  it('while pending fires no event, and shows the data when it is put back', async () => {
    const { usage } = visit('fault/slow-200/');
    const value = await reaches(put(html), 'pending');
    const other = put('<visitor-value field="ip"></visitor-value>');
    const heard = hear();
    value.remove();
    const own = hear(value);
    await reaches(other, 'ready');
    expect(own).to.deep.equal([]);
    other.after(value);
    await value.updateComplete;
    expect(statesOf(value)).to.deep.equal(['ready']);
    expect(heard.map(({ target }) => target)).to.deep.equal([other, value]);
    expect((await usage()).requests).to.equal(1);
  });

  it('shows the newest data when it is put back, and fires visitor-load for it', async () => {
    visit();
    const value = await ready<VisitorValue>(html);
    const other = await ready<VisitorValue>('<visitor-value field="ip"></visitor-value>');
    const before = value.data;
    value.remove();
    await other.refresh();
    const heard = hear();
    other.after(value);
    await value.updateComplete;
    expect(value.data).to.equal(other.data);
    expect(value.data).not.to.equal(before);
    expect(heard).to.have.length(1);
  });

  it('sends no request when its attributes change', async () => {
    const { usage } = visit();
    const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
    card.remove();
    card.params = 'fields=ip';
    await card.updateComplete;
    await ready('<visitor-asn></visitor-asn>');
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/', '/AS']);
  });
});
