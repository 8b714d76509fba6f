import {
  configure,
  isLookupError,
  override,
  type VisitorErrorEvent,
  type VisitorInfo,
  VisitorLoadEvent,
  type VisitorValue,
} from '../../../src/index.js';
import { expect, failed, hear, markup, place, put, reaches, ready, settled, visit } from './support.js';

/** The next event of a type that reaches the document. */
const next = <E extends Event>(type: string): Promise<E> =>
  new Promise((resolve) => document.addEventListener(type, (event) => resolve(event as E), { once: true }));

for (const [tag, html] of Object.entries(markup))
  describe(`<${tag}> fires`, () => {
    it('visitor-load with its data, which bubbles and leaves shadow roots', async () => {
      visit();
      const event = next<VisitorLoadEvent>('visitor-load');
      const root = put('<div></div>').attachShadow({ mode: 'open' });
      root.innerHTML = html;
      const { bubbles, composed, cancelable, data, ...rest } = await event;
      expect({ bubbles, composed, cancelable }).to.deep.equal({
        bubbles: true,
        composed: true,
        cancelable: false,
      });
      expect(await event).to.be.instanceOf(VisitorLoadEvent);
      expect(data).to.equal((root.firstElementChild as VisitorInfo).data);
      expect(rest).not.to.have.property('error');
    });

    it('visitor-error with its error, which bubbles and leaves shadow roots', async () => {
      visit('fault/drop/');
      const event = next<VisitorErrorEvent>('visitor-error');
      const root = put('<div></div>').attachShadow({ mode: 'open' });
      root.innerHTML = html;
      const { bubbles, composed, error } = await event;
      expect({ bubbles, composed }).to.deep.equal({ bubbles: true, composed: true });
      expect(isLookupError(error)).to.equal(true);
      expect(error).to.equal((root.firstElementChild as VisitorInfo).error);
    });

    it('once per result', async () => {
      visit();
      const heard = hear();
      const element = await ready(html);
      element.setAttribute('lang', 'fr');
      element.requestUpdate();
      await element.updateComplete;
      configure({ maxAge: 60 });
      await settled();
      expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-load']);
      await element.refresh();
      expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-load', 'visitor-load']);
    });

    it('once per failure', async () => {
      visit('fault/drop/');
      const heard = hear();
      const element = await failed(html);
      element.requestUpdate();
      await settled();
      expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-error']);
      await element.refresh();
      expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-error', 'visitor-error']);
    });
  });

describe('events', () => {
  it('come after the data is on screen', async () => {
    visit();
    const value = put<VisitorValue>('<visitor-value field="ip">an address</visitor-value>');
    const text = new Promise((resolve) =>
      value.addEventListener('visitor-load', () => resolve(value.shadowRoot?.textContent?.trim())),
    );
    expect(await text).to.equal('81.2.69.142');
  });

  it('come from each element that shows the result', async () => {
    visit();
    const heard = hear();
    const elements = [put(markup['visitor-info']), put(markup['visitor-value'])];
    for (const element of elements) await reaches(element, 'ready');
    expect(heard.map(({ target }) => target)).to.deep.equal(elements);
  });

  it('tell of a choice by the visitor, which makes other data', async () => {
    visit();
    const value = await ready<VisitorValue>('<visitor-value field="location.country.code"></visitor-value>');
    const event = next<VisitorLoadEvent>('visitor-load');
    override({ location: { country: { code: 'JP' } } });
    expect((await event).data).to.have.nested.property('location.country.code', 'JP');
    expect(value.data).to.equal((await event).data);
  });

  it('tell of a failed refresh, and of no data with it', async () => {
    visit('fault/slow-100/');
    const value = await ready(markup['visitor-value']);
    const heard = hear();
    configure({ timeout: 10 });
    await value.refresh();
    expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-error']);
  });

  it('may be answered by removing the element, or by asking for something else', async () => {
    visit();
    const card = put<VisitorInfo>(markup['visitor-info']);
    card.addEventListener('visitor-load', () => card.remove());
    const value = put<VisitorValue>(markup['visitor-value']);
    const other = place('from/1.1.1.1/').baseUrl;
    value.addEventListener('visitor-load', () => {
      value.baseUrl = other;
    });
    await reaches(card, 'ready');
    expect(card.isConnected).to.equal(false);
    await reaches(value, 'pending');
    await reaches(value, 'ready');
    expect(value.data).to.have.property('ip', '1.1.1.1');
  });
});
