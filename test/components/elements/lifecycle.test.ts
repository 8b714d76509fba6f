import { configure, origin, type VisitorInfo, VisitorValue } from '../../../src/index.js';
import { expect, place, put, reaches, ready, visit } from './support.js';

/** Starts to count event listeners. Returns a function that returns how many more there are now. */
function countListeners(): () => number {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const listeners = new Map<EventTarget, Set<string>>();
  const names = new Map<unknown, number>();
  const name = (type: string, listener: unknown) => {
    if (!names.has(listener)) names.set(listener, names.size);
    return `${type} ${names.get(listener)}`;
  };
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const own = listeners.get(this) ?? new Set();
    listeners.set(this, own.add(name(type, listener)));
    addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    listeners.get(this)?.delete(name(type, listener));
    removeEventListener.call(this, type, listener, options);
  };
  after(() => Object.assign(EventTarget.prototype, { addEventListener, removeEventListener }));
  return () => [...listeners].reduce((sum, [, own]) => sum + own.size, 0);
}

/** Starts to count an element's updates. */
function countNews(element: VisitorInfo): () => number {
  let news = 0;
  const { requestUpdate } = element;
  element.requestUpdate = (...change) => {
    news += 1;
    requestUpdate.apply(element, change);
  };
  return () => news;
}

/** Counts an element's updates after a change of settings and new data. */
async function newsOfEach(element: VisitorInfo): Promise<number> {
  const news = countNews(element);
  configure({ timeout: 4000 });
  configure({ timeout: undefined });
  await element.refresh();
  delete (element as Partial<VisitorInfo>).requestUpdate;
  return news();
}

/** Changes the page's service. Returns the requests that an unobserved lookup sends. */
async function asksElsewhere(): Promise<number> {
  const { baseUrl, usage } = place();
  configure({ baseUrl });
  await origin.userAgent({ ua: 'the last to ask' });
  return (await usage()).log.filter(({ path }) => !path.startsWith('/user_agent')).length;
}

describe('a page without a registry of elements, such as an extension’s content script', () => {
  it('defines nothing, and throws nothing', () => {
    expect(() => VisitorValue.define('no-value', null)).not.to.throw();
  });
});

describe('10,000 connects and disconnects', () => {
  const listeners = countListeners();
  const kinds = {
    'a card': '<visitor-info fields="ip time_zone.current_time"></visitor-info>',
    'a value': '<visitor-value field="time_zone.current_time"></visitor-value>',
    'a lazy card': '<visitor-info loading="lazy"></visitor-info>',
    'a card with settings of its own': '<visitor-info params="fields=ip"></visitor-info>',
  };
  for (const [kind, html] of Object.entries(kinds))
    it(`of ${kind} leave no observer and no listener behind`, async () => {
      visit('from/133.242.0.1/');
      const card = await ready<VisitorInfo>(html);
      const home = card.parentElement as Element;
      const news = await newsOfEach(card);
      const before = listeners();
      for (let round = 0; round < 10_000; round++) {
        card.remove();
        home.append(card);
        if (round % 100 === 0) await card.updateComplete;
      }
      await card.updateComplete;
      expect(listeners()).to.equal(before);
      // A clock may tick in the meantime.
      expect(await newsOfEach(card)).to.be.within(1, news + 3);
      card.remove();
      await card.updateComplete;
      expect(await newsOfEach(card)).to.be.below(3);
      expect(await asksElsewhere()).to.equal(0);
    });

  it('of pending elements leave no pending lookup behind', async () => {
    visit('fault/slow-300/');
    const home = put('<div></div>');
    for (let round = 0; round < 20; round++) {
      home.innerHTML = '<visitor-info></visitor-info><visitor-asn></visitor-asn>'.repeat(25);
      if (round % 2 === 0) await (home.firstElementChild as VisitorInfo).updateComplete;
    }
    home.innerHTML = '';
    await Promise.resolve();
    expect(await asksElsewhere()).to.equal(0);
  });
});

describe('an element that another one removes while both are put on the page', () => {
  it('fails at nothing around it, such as a link, which has a host too', async () => {
    class Remover extends HTMLElement {
      connectedCallback() {
        this.nextElementSibling?.remove();
      }
    }
    customElements.define('x-remover', Remover);
    visit();
    const link = Object.assign(document.createElement('a'), { href: 'https://a.test/' });
    link.append(document.createElement('visitor-value'));
    const errors: unknown[] = [];
    const { onerror } = globalThis;
    globalThis.onerror = (message) => void errors.push(message);
    put('<div></div>').append(new Remover(), link);
    await (link.firstElementChild as VisitorValue).updateComplete;
    globalThis.onerror = onerror;
    expect(errors).to.deep.equal([]);
  });
});

describe('an element that is removed while it refreshes', () => {
  it('resolves its caller’s promise', async () => {
    const { usage } = visit();
    const value = await ready<VisitorValue>('<visitor-value field="ip"></visitor-value>');
    const refreshed = value.refresh();
    value.remove();
    await refreshed;
    expect((await usage()).requests).to.equal(2);
    await reaches(value, 'ready');
    expect(await asksElsewhere()).to.equal(0);
  });
});
