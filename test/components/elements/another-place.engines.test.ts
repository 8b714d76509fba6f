import type { VisitorInfo, VisitorValue } from '../../../src/index.js';
import { expect, hear, put, reaches, ready, shown, until, visit } from './support.js';

const html = '<visitor-value field="ip">an address</visitor-value>';

function displayOfRow(card: Element) {
  const row = card.shadowRoot?.querySelector('[part="row"]') as Element;
  return card.ownerDocument.defaultView?.getComputedStyle(row).display;
}

describe('an element in another place', () => {
  it('works inside another element of its kind', async () => {
    visit('fault/drop/');
    const card = await reaches(put(`<visitor-info>Hello, ${html}</visitor-info>`), 'error');
    const inner = card.querySelector('visitor-value') as VisitorValue;
    await reaches(inner, 'error');
    expect(inner.getBoundingClientRect().width).to.be.greaterThan(0);
  });

  it('is adopted into another document and back, with its data, its looks and no second request', async () => {
    const { usage } = visit();
    const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
    const home = card.parentElement as Element;
    const { contentDocument } = put<HTMLIFrameElement>('<iframe></iframe>');
    const heard = hear();
    expect(displayOfRow(card)).to.equal('grid');
    contentDocument?.body.append(card);
    await card.updateComplete;
    expect(card.ownerDocument).to.equal(contentDocument);
    expect(shown(card)).to.include('81.2.69.142');
    expect(displayOfRow(card)).to.equal('grid');
    home.append(card);
    await card.updateComplete;
    expect(shown(card)).to.include('81.2.69.142');
    expect(displayOfRow(card)).to.equal('grid');
    expect(heard).to.deep.equal([]);
    expect((await usage()).requests).to.equal(1);
  });

  it('is made in one document and first shown in another', async () => {
    visit();
    const card = document.createElement('visitor-info') as VisitorInfo;
    const { contentDocument } = put<HTMLIFrameElement>('<iframe></iframe>');
    contentDocument?.body.append(card);
    await reaches(card, 'ready');
    expect(shown(card)).to.include('81.2.69.142');
    expect(displayOfRow(card)).to.equal('grid');
  });

  it('is adopted while pending, and gets its data there', async () => {
    visit('fault/slow-200/');
    const value = await reaches(put(html), 'pending');
    const { contentDocument } = put<HTMLIFrameElement>('<iframe></iframe>');
    contentDocument?.body.append(value);
    await until(() => shown(value) === '81.2.69.142', 'the answer in the frame');
  });
});
