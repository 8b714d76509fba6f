import {
  clearOverride,
  configure,
  isLookupError,
  override,
  VisitorErrorEvent,
  type VisitorInfo,
  VisitorLoadEvent,
  type VisitorValue,
} from '../../../src/index.js';
import {
  expect,
  failed,
  hear,
  markup,
  place,
  put,
  reaches,
  ready,
  settled,
  statesOf,
  unanswered,
  until,
  visit,
} from './support.js';

/** Resolves to the next event of a type that reaches the document. */
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
      expect(new VisitorLoadEvent(data).bubbles, 'one that a page makes').to.equal(true);
    });

    it('visitor-error with its error, which bubbles and leaves shadow roots', async () => {
      visit('fault/drop/');
      const event = next<VisitorErrorEvent>('visitor-error');
      const root = put('<div></div>').attachShadow({ mode: 'open' });
      root.innerHTML = html;
      const { bubbles, composed, error } = await event;
      expect({ bubbles, composed }).to.deep.equal({ bubbles: true, composed: true });
      expect(isLookupError(error)).to.equal(true);
      expect(new VisitorErrorEvent(error).bubbles, 'one that a page makes').to.equal(true);
      expect(error).to.equal((root.firstElementChild as VisitorInfo).error);
    });

    it('once per result, though a card has a map in it', async () => {
      for (const [prefix, type] of [
        ['', 'visitor-load'],
        ['fault/status-400/', 'visitor-error'],
      ] as const) {
        visit(prefix);
        const box = put<HTMLElement>('<div></div>');
        const heard: string[] = [];
        box.addEventListener(type, ({ target }) => heard.push((target as Element).localName));
        box.innerHTML = '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>';
        const map = box.querySelector('visitor-map') as HTMLElement;
        map.addEventListener(type, () => heard.push('at the map'));
        await reaches(map, type === 'visitor-load' ? 'ready' : 'error');
        await reaches(box.firstElementChild as HTMLElement, type === 'visitor-load' ? 'ready' : 'error');
        expect(heard.toSorted()).to.deep.equal(['at the map', 'visitor-info']);
      }
    });

    it('to the document in a slot that no element of the page has, at the top of a shadow root', async () => {
      for (const [prefix, type] of [
        ['', 'visitor-load'],
        ['fault/status-400/', 'visitor-error'],
      ] as const) {
        visit(prefix);
        const event = next(type);
        const root = put('<div></div>').attachShadow({ mode: 'open' });
        root.innerHTML = html.replace('>', ' slot="header">');
        expect((await event).type).to.equal(type);
      }
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

  it('are fired by each element that shows the result', async () => {
    visit();
    const heard = hear();
    const elements = [put(markup['visitor-info']), put(markup['visitor-value'])];
    for (const element of elements) await reaches(element, 'ready');
    expect(heard.map(({ target }) => target)).to.deep.equal(elements);
  });

  it('bubble from the content of an element with the same lookup, too', async () => {
    visit();
    const heard = hear();
    const box = put(
      '<visitor-switch><template data-country="DE"></template><visitor-value></visitor-value></visitor-switch>',
    );
    for (const element of [box, box.lastElementChild as VisitorValue]) await reaches(element, 'ready');
    expect(heard.map(({ target }) => (target as Element).localName)).to.have.members([
      'visitor-switch',
      'visitor-value',
    ]);
  });

  it('are fired when an override changes the data', async () => {
    visit();
    const value = await ready<VisitorValue>('<visitor-value field="location.country.code"></visitor-value>');
    const event = next<VisitorLoadEvent>('visitor-load');
    override({ location: { country: { code: 'JP' } } });
    expect((await event).data).to.have.nested.property('location.country.code', 'JP');
    expect(value.data).to.equal((await event).data);
  });

  it('report a failed refresh, without data', async () => {
    visit();
    const value = await ready(markup['visitor-value']);
    const heard = hear();
    configure({ timeout: 10 });
    await unanswered(() => value.refresh());
    expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-error']);
  });

  it('may be handled by removing the element, or by changing its lookup', async () => {
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
    await until(
      () => value.data && 'ip' in value.data && value.data.ip === '1.1.1.1',
      'the answer to the other question',
    );
    expect(value.matches(':state(ready)')).to.equal(true);
  });

  it('give each of a thousand elements its first result, and none the same data again', async () => {
    visit();
    await ready(markup['visitor-value']);
    const home = put<HTMLElement>('<div></div>');
    const heard = hear(home);
    home.innerHTML = markup['visitor-value'].repeat(1000);
    const all = [...home.children] as VisitorValue[];
    await all.at(-1)?.updateComplete;
    expect(new Set(heard.map(({ target }) => target)).size).to.equal(1000);
    for (const element of all) home.append(element);
    for (const element of all) element.requestUpdate();
    await all.at(-1)?.updateComplete;
    await settled();
    expect(heard).to.have.length(1000);
  });

  it('give the first result to an element that was moved before it rendered', async () => {
    visit();
    await ready(markup['visitor-value']);
    const heard = hear();
    const value = put<VisitorValue>(markup['visitor-value']);
    put('<div></div>').append(value);
    await value.updateComplete;
    expect(heard.map(({ target }) => target)).to.deep.equal([value]);
  });

  it('are not fired again for the same data after a time without data', async () => {
    visit();
    const value = await ready<VisitorValue>(markup['visitor-value']);
    const { data } = value;
    const heard = hear();
    value.baseUrl = place('fault/slow-3000/').baseUrl;
    await reaches(value, 'pending');
    value.baseUrl = undefined;
    await reaches(value, 'ready');
    expect(value.data).to.equal(data);
    expect(heard).to.deep.equal([]);
  });

  it('are fired again for the same mistake, and for the same data, after the other', async () => {
    visit();
    const value = await ready<VisitorValue>(markup['visitor-value']);
    const heard = hear();
    for (const auth of ['nonsense', 'query', 'nonsense', 'query'] as const) {
      value.auth = auth as 'query';
      await reaches(value, auth === 'query' ? 'ready' : 'error');
      await until(() => !value.matches(auth === 'query' ? ':state(error)' : ':state(ready)'));
    }
    const [failure, load] = ['visitor-error', 'visitor-load'];
    expect(heard.map(({ type }) => type)).to.deep.equal([failure, load, failure, load]);
  });

  it('are fired for earlier data again after other data was shown', async () => {
    visit();
    const value = await ready<VisitorValue>('<visitor-value field="location.country.code"></visitor-value>');
    const { data } = value;
    const heard: unknown[] = [];
    value.addEventListener('visitor-load', (event) => heard.push(event.data));
    override({ location: { country: { code: 'JP' } } });
    await value.updateComplete;
    clearOverride();
    await value.updateComplete;
    expect(heard).to.have.length(2);
    expect(heard[1]).to.equal(data);
  });
});

/** What each element must show at the time of its `visitor-load`. */
const onScreen: Record<
  string,
  { html: string; shows: (element: HTMLElement) => unknown; before?: string[] }
> = {
  'visitor-info': { html: '', shows: (card) => card.shadowRoot?.querySelector('[part=title]') },
  'visitor-asn': { html: '', shows: (card) => card.shadowRoot?.querySelector('[part=title]') },
  'visitor-user-agent': { html: '', shows: (card) => card.shadowRoot?.querySelector('[part=title]') },
  'visitor-value': { html: '', shows: ({ innerText }) => innerText === '81.2.69.142' },
  'visitor-map': { html: '', shows: (map) => map.shadowRoot?.querySelector('[part=map]') },
  'visitor-country-select': {
    html: '',
    shows: ({ shadowRoot }) => shadowRoot?.querySelector('select')?.value === 'GB',
  },
  'visitor-switch': {
    html: '<template data-country="GB"><b>Good day</b></template>Hello',
    shows: ({ innerText }) => innerText === 'Good day',
    before: ['visitor-match'],
  },
};
for (const [tag, { html, shows, before = [] }] of Object.entries(onScreen))
  describe(`<${tag}>`, () => {
    it('shows its data, then has its states, then fires: the match of a case first', async () => {
      visit();
      const home = put<HTMLElement>('<main></main>');
      const fired: [type: string, shows: boolean, states: string[]][] = [];
      for (const type of ['visitor-match', 'visitor-load', 'visitor-error'])
        home.addEventListener(type, ({ target }) => {
          const element = target as HTMLElement;
          fired.push([type, Boolean(shows(element)), statesOf(element)]);
        });
      home.innerHTML = `<${tag} field="ip">${html}</${tag}>`;
      await reaches(home.firstElementChild as HTMLElement, 'ready');
      expect(fired).to.deep.equal([
        ...before.map((type) => [type, true, ['pending']]),
        ['visitor-load', true, ['ready']],
      ]);
    });

    it('fires visitor-error when its states are set, and nothing else', async () => {
      visit('fault/status-500/');
      const home = put<HTMLElement>('<main></main>');
      const fired: [type: string, states: string[]][] = [];
      for (const type of ['visitor-match', 'visitor-load', 'visitor-error'])
        home.addEventListener(type, ({ target }) => fired.push([type, statesOf(target as Element)]));
      home.innerHTML = `<${tag} field="ip">${html}</${tag}>`;
      await reaches(home.firstElementChild as HTMLElement, 'error');
      expect(fired).to.deep.equal([['visitor-error', ['error']]]);
    });
  });
