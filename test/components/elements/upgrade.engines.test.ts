import { VisitorInfo, VisitorUserAgent, VisitorValue } from '../../../src/index.js';
import { expect, hear, put, reaches, ready, rows, shown, until, visit } from './support.js';

describe('an element that was in the page before its definition', () => {
  it('shows its content before, and the data after', async () => {
    visit();
    const value = put<VisitorValue>('<late-value field="ip">an address</late-value>');
    expect(value.checkVisibility() && value.textContent).to.equal('an address');
    VisitorValue.define('late-value');
    await reaches(value, 'ready');
    expect(shown(value)).to.equal('81.2.69.142');
  });

  it('uses properties set before', async () => {
    visit();
    const card = put<VisitorInfo>('<late-info></late-info>');
    card.fields = 'ip';
    card.labels = { ip: 'Adresse' };
    VisitorInfo.define('late-info');
    await reaches(card, 'ready');
    expect(rows(card)).to.deep.equal({ Adresse: '81.2.69.142' });
  });

  it('sends one request, by its properties', async () => {
    const { usage } = visit();
    const card = put<VisitorUserAgent>('<late-user-agent ua="curl/8.0"></late-user-agent>');
    card.ua = 'Wget/1.21';
    VisitorUserAgent.define('late-user-agent');
    await reaches(card, 'ready');
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/user_agent?ua=Wget%2F1.21']);
  });

  it('notifies its listeners', async () => {
    visit();
    const card = put('<late-event></late-event>');
    const heard = hear(card);
    VisitorInfo.define('late-event');
    await reaches(card, 'ready');
    expect(heard.map(({ type }) => type)).to.deep.equal(['visitor-load']);
  });

  it('keeps its own class if a second copy of the package defines the same name', () => {
    const first = customElements.get('visitor-info');
    class Copy extends VisitorInfo {}
    expect(() => Copy.define()).not.to.throw();
    expect(customElements.get('visitor-info')).to.equal(first);
  });
});

describe('an element made by script', () => {
  const ways: Record<string, () => Element | null> = {
    'its constructor': () => new VisitorValue(),
    createElement: () => document.createElement('visitor-value'),
    innerHTML: () => {
      const box = document.createElement('div');
      box.innerHTML = '<visitor-value></visitor-value>';
      return box.firstElementChild;
    },
    'a template': () => {
      const template = document.createElement('template');
      template.innerHTML = '<visitor-value></visitor-value>';
      return document.importNode(template.content, true).firstElementChild;
    },
    DOMParser: () =>
      new DOMParser().parseFromString('<visitor-value></visitor-value>', 'text/html').body.firstElementChild,
  };
  for (const [way, make] of Object.entries(ways))
    it(`works: ${way}`, async () => {
      visit();
      const value = make() as VisitorValue;
      value.setAttribute('field', 'ip');
      put('<p></p>').append(value);
      await reaches(value, 'ready');
      expect(shown(value)).to.equal('81.2.69.142');
    });

  it('works as a clone of one that shows data, without another request', async () => {
    const { usage } = visit();
    const card = await ready<VisitorInfo>(
      '<visitor-info fields="ip" labels=\'{"ip":"You"}\'></visitor-info>',
    );
    const clone = card.cloneNode(true) as VisitorInfo;
    card.after(clone);
    await reaches(clone, 'ready');
    expect(rows(clone)).to.deep.equal({ You: '81.2.69.142' });
    expect((await usage()).requests).to.equal(1);
  });

  it('sends no request before it is in a page', async () => {
    const { usage } = visit();
    const detached = new VisitorValue();
    detached.field = 'ip';
    await ready('<visitor-asn></visitor-asn>');
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/AS']);
  });
});

describe('content that arrives after its element, as from a parser', () => {
  it('replaces a pending card', async () => {
    visit('fault/slow-2000/');
    const card = await reaches(put('<visitor-info fields="ip"></visitor-info>'), 'pending');
    expect(shown(card)).to.equal('');
    card.append('one moment');
    await until(() => shown(card) === 'one moment', 'the content');
  });

  it('replaces a card whose lookup failed', async () => {
    visit('fault/drop/');
    const card = await reaches(put('<visitor-info fields="ip"></visitor-info>'), 'error');
    card.append(document.createElement('p'), 'no answer');
    await until(() => shown(card) === 'no answer', 'the content');
  });

  it('does not replace data', async () => {
    visit();
    const card = await ready('<visitor-info fields="ip"></visitor-info>');
    card.append('too late');
    await card.updateComplete;
    expect(shown(card)).not.to.include('too late');
    expect(rows(card)).to.deep.equal({ Address: '81.2.69.142' });
  });

  it('is shown by a value', async () => {
    visit('fault/drop/');
    const value = await reaches(put('<visitor-value field="ip"></visitor-value>'), 'error');
    value.append('no answer');
    expect(shown(value)).to.equal('no answer');
  });
});
