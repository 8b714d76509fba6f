import { grantConsent, revokeConsent, type VisitorInfo } from '../../../src/index.js';
import {
  answered,
  expect,
  hearConsole,
  moveToZone,
  parts,
  put,
  reaches,
  ready,
  rows,
  settled,
  shown,
  until,
  visit,
} from './support.js';

const textOf = (card: Element, part: string) =>
  parts(card, part)[0]?.textContent?.replace(/\s+/g, ' ').trim();

describe('a card’s header', () => {
  it('for an IP lookup shows city and country, local time and region, beside the flag', async () => {
    visit('from/sample-vpn/');
    const card = await ready('<visitor-info></visitor-info>');
    expect(textOf(card, 'title')).to.equal('Amsterdam, Netherlands');
    expect(textOf(card, 'subtitle')).to.match(/^\d+:\d\d\s[AP]M · North Holland$/);
    expect(parts(card, 'flag')[0]).to.have.attribute('src', `${location.origin}/flags/NL.svg`);
  });

  it('is a heading of the level that `heading-level` names', async () => {
    visit();
    const card = await ready('<visitor-info heading-level="2"></visitor-info>');
    const [title] = parts(card, 'title');
    expect([title?.role, title?.ariaLevel]).to.deep.equal(['heading', '2']);
  });

  it('has badges for an exit of Tor and for a network of the type hosting', async () => {
    const data = { security: { is_tor_exit: true }, connection: { type: 'hosting' } };
    const card = await answered(data, () => {
      visit();
      return ready('<visitor-info></visitor-info>');
    });
    expect(textOf(card, 'badges')).to.equal('TorHosting');
  });

  const answers: [title: string, data: object][] = [
    ['France', { location: { country: { code: 'FR' } }, connection: { organization: 'Example' } }],
    ['Example', { ip: '192.0.2.1', connection: { organization: 'Example' }, location: { city: 'Lyon' } }],
    ['192.0.2.1', { ip: '192.0.2.1', location: null }],
    ['Unknown place', {}],
  ];
  for (const [title, data] of answers)
    it(`shows only what is known: ${title}`, async () => {
      const card = await answered(data, () => {
        visit();
        return ready('<visitor-info></visitor-info>');
      });
      expect(textOf(card, 'title')).to.equal(title);
    });

  it('says the local time alone: no row repeats it where few are known', async () => {
    const data = { location: { country: { code: 'FR' } }, time_zone: { id: 'Europe/Paris' } };
    const card = await answered(data, () => {
      visit();
      return ready('<visitor-info></visitor-info>');
    });
    expect(textOf(card, 'subtitle')).to.match(/^\d+:\d\d\s[AP]M$/);
    expect(Object.keys(rows(card))).not.to.include('Local time');
  });

  it('has no note about a guess that knows no place, since nothing is guessed', async () => {
    moveToZone('UTC');
    visit('', { baseUrl: undefined, apiKey: undefined, guess: 'time-zone' });
    const card = await reaches(put<HTMLElement>('<visitor-info></visitor-info>'), 'guessed');
    expect(textOf(card, 'header')).to.equal('Unknown place');
    expect([parts(card, 'note'), parts(card, 'row')]).to.deep.equal([[], []]);
  });

  it('is not repeated in the default rows, unless `fields` names the row', async () => {
    visit('from/sample-office/');
    const card = await ready('<visitor-asn></visitor-asn>');
    expect(textOf(card, 'title')).to.equal('Sample Office Net');
    expect(textOf(card, 'subtitle')).to.equal('AS64500 · Internet provider');
    expect(rows(card)).to.deep.equal({
      Country: 'Germany',
      Registry: 'RIPE NCC',
      Domain: 'net.example',
      Allocated: 'Dec 1, 2008',
    });
    const named = await ready('<visitor-asn fields="name asn"></visitor-asn>');
    expect(rows(named)).to.deep.equal({ Name: 'Sample Office Net', 'AS number': 'AS64500' });
  });

  it('in `fields` a row keeps what its default row has beside it, unless that has a row of its own', async () => {
    visit('from/sample-office/');
    const byDefault = rows(await ready('<visitor-info></visitor-info>'));
    expect(byDefault.Network).to.equal('Sample Office Net AS64500');
    const fields = 'user_agent.device.type,user_agent.name connection.organization ip';
    const named = rows(await ready(`<visitor-info fields="${fields}"></visitor-info>`));
    expect(Object.entries(named)).to.deep.equal(Object.entries(byDefault).reverse());
    const apart = 'connection.organization connection.asn user_agent.name user_agent.os.name hostname';
    expect(rows(await ready(`<visitor-info fields="${apart}"></visitor-info>`))).to.include({
      Network: 'Sample Office Net',
      'AS number': 'AS64500',
      Browser: 'Firefox 140',
    });
  });

  it('for a browser shows its name and version, and the system', async () => {
    visit('from/sample-office/');
    const card = await ready('<visitor-user-agent></visitor-user-agent>');
    expect(textOf(card, 'title')).to.equal('Firefox 140');
    expect(textOf(card, 'subtitle')).to.equal('Windows 10 · Desktop');
    expect(rows(card)).to.deep.equal({
      Version: '140.0',
      Engine: 'Gecko 140',
      Model: 'PC Sample',
      Type: 'Browser',
    });
  });
});

describe('a card of a browser', () => {
  it('without a name shows its system as the title', async () => {
    const card = await answered({ os: { name: 'Linux', version: '6.12' } }, () => {
      visit();
      return ready('<visitor-user-agent></visitor-user-agent>');
    });
    expect(textOf(card, 'title')).to.equal('Linux 6.12');
  });

  it('in two lines shows the system and the device', async () => {
    visit('from/sample-office/');
    const card = await ready('<visitor-user-agent layout="compact"></visitor-user-agent>');
    expect(shown(card)).to.equal('Firefox 140 Windows 10 · Desktop');
  });
});

describe('a card', () => {
  it('is a group named by its title, and so is its list', async () => {
    visit('from/sample-office/');
    const card = await ready('<visitor-info></visitor-info>');
    for (const part of ['card', 'list']) {
      const id = parts(card, part)[0]?.getAttribute('aria-labelledby') ?? '';
      expect(card.shadowRoot?.getElementById(id)?.textContent, part).to.equal('Berlin, Germany');
    }
  });

  it('shows a badge for each security field that is true, and no other', async () => {
    visit('from/sample-vpn/');
    const badges = (card: Element) =>
      [...(parts(card, 'badges')[0]?.children ?? [])].map(({ textContent }) => textContent);
    expect(badges(await ready('<visitor-info></visitor-info>'))).to.deep.equal(['VPN', 'Hosting']);
    visit('', { initialData: { ip: '192.0.2.1', security: { is_relay: true, is_proxy: false } } });
    expect(badges(await ready('<visitor-info></visitor-info>'))).to.deep.equal(['Relay']);
    visit('', { initialData: { ip: '192.0.2.1', security: { is_relay: false } } });
    expect(badges(await ready('<visitor-info></visitor-info>'))).to.deep.equal([]);
    visit('from/sample-office/');
    expect(badges(await ready('<visitor-info></visitor-info>'))).to.deep.equal([]);
  });

  it('shows the header and footer slots beside its own content, and neither counts as fallback content', async () => {
    visit('from/sample-office/');
    const card = await ready(
      '<visitor-info><b slot="header">up here</b><a slot="footer" href="#">more</a></visitor-info>',
    );
    expect(shown(card)).to.match(/^Berlin, Germany .*up here Address .*more$/);
    visit('fault/status-500/');
    const broken = await reaches(
      put('<visitor-info><a slot="footer" href="#">more</a></visitor-info>'),
      'error',
    );
    expect(shown(broken)).to.include('Try again');
  });

  it('in two lines shows the IP address and the network, and has no list', async () => {
    visit('from/sample-office/');
    const card = await ready('<visitor-info layout="compact"></visitor-info>');
    expect(shown(card)).to.equal('Berlin, Germany 192.0.2.44 · Sample Office Net');
    expect(parts(card, 'list')).to.deep.equal([]);
    const set = await ready<VisitorInfo & HTMLElement>('<visitor-info></visitor-info>');
    set.layout = 'compact';
    await set.updateComplete;
    expect(set.offsetHeight).to.equal((card as Element as HTMLElement).offsetHeight);
  });

  it('leaves the focus where it is when its data arrives', async () => {
    visit();
    const box = put('<p><input /><visitor-info></visitor-info></p>');
    const [input, card] = box.children as unknown as [HTMLElement, Element];
    input.focus();
    await reaches(card, 'ready');
    expect(document.activeElement === input).to.equal(true);
  });

  it('that waits for consent says so without changing its size: not busy, no button', async () => {
    visit('', { consent: 'required' });
    const size = ({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight];
    for (const layout of ['card', 'compact']) {
      const card = await reaches(
        put<HTMLElement>(`<visitor-info layout="${layout}"></visitor-info>`),
        'idle',
      );
      expect(shown(card)).to.equal('Shown once you consent');
      expect(card.shadowRoot?.querySelectorAll('button, [aria-busy=true]')).to.have.length(0);
      const waiting = size(card);
      grantConsent();
      await reaches(card, 'ready');
      expect(parts(card, 'waiting').length).to.equal(0);
      expect(size(card)).to.deep.equal(waiting);
      revokeConsent();
      await reaches(card, 'idle');
      expect(shown(card)).to.equal('Shown once you consent');
    }
  });

  it('that waited for settings says so when the page requires consent, while other scripts still load', async () => {
    visit('', { baseUrl: undefined, apiKey: undefined });
    const native = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState') ?? {};
    Object.defineProperty(Document.prototype, 'readyState', { ...native, get: () => 'interactive' });
    try {
      revokeConsent();
      const card = await reaches(put('<visitor-info></visitor-info>'), 'idle');
      grantConsent();
      await card.updateComplete;
      expect(shown(card)).to.equal('');
      revokeConsent();
      await card.updateComplete;
      expect(shown(card)).to.equal('Shown once you consent');
    } finally {
      Object.defineProperty(Document.prototype, 'readyState', native);
    }
  });

  it('says each time that the browser goes offline that its data may be out of date', async () => {
    visit();
    const card = await ready('<visitor-info></visitor-info>');
    const go = (onLine: boolean) => {
      Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
      dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    };
    try {
      go(false);
      go(true);
      await reaches(card, 'stale');
      expect(parts(card, 'note')).to.have.length(0);
      for (let time = 0; time < 2; time++) {
        go(false);
        await card.updateComplete;
        expect(textOf(card, 'note')).to.equal('May be out of date');
        go(true);
        await card.updateComplete;
        expect(parts(card, 'note')).to.have.length(0);
      }
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('that waits for consent says so in the page’s own words, or with its own content', async () => {
    visit('', { consent: 'required' });
    const own = put(`<visitor-info labels='{"consent": "Say yes first."}'></visitor-info>`);
    expect(shown(await reaches(own, 'idle'))).to.equal('Say yes first.');
    const content = put('<visitor-info>Hello</visitor-info>');
    expect(shown(await reaches(content, 'idle'))).to.equal('Hello');
  });

  it('that waits for consent shows what the page asks with, in the same size, even if it is added later', async () => {
    visit('', { consent: 'required' });
    const card = await reaches(put<HTMLElement>('<visitor-info></visitor-info>'), 'idle');
    const { offsetHeight } = card;
    const sentence = () => parts(card, 'waiting')[0] as HTMLElement;
    expect(sentence().checkVisibility({ visibilityProperty: true })).to.equal(true);
    expect(parts(card, 'row')[0]?.checkVisibility({ visibilityProperty: true }), 'a skeleton').to.equal(true);
    card.innerHTML = '<p slot="consent">May we look you up? <button>Yes</button></p>';
    await until(() => !sentence().checkVisibility({ visibilityProperty: true }), 'the page’s own content');
    const button = card.querySelector('button') as HTMLElement;
    expect(button.getBoundingClientRect().height).to.be.above(10);
    expect(button.offsetTop - card.offsetTop).to.be.within(80, 200);
    expect(card.offsetHeight).to.equal(offsetHeight);
    button.onclick = () => grantConsent();
    button.click();
    await reaches(card, 'ready');
    expect(button.getBoundingClientRect().height).to.equal(0);
    expect(card.offsetHeight).to.equal(offsetHeight);
  });

  it('that may look up but hasn’t yet is a skeleton without animation: not busy, no text, no button', async () => {
    visit();
    const far = put('<div style="padding-top: 9999px"><visitor-info loading="lazy"></visitor-info></div>');
    const card = await reaches(far.firstElementChild as Element, 'idle');
    await settled();
    expect(parts(card, 'card')[0]).to.have.attribute('aria-busy', 'false');
    expect(parts(card, 'card')[0]?.textContent?.trim()).to.equal('');
    expect(card.shadowRoot?.querySelectorAll('button, [role]')).to.have.length(0);
    expect(parts(card, 'row')).to.have.length(4);
    expect(card.shadowRoot?.querySelectorAll('.names > .skeleton-line').length).to.equal(2);
  });

  it('is empty while the parser may still make it higher, and then a skeleton', async () => {
    visit();
    const native = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState') ?? {};
    Object.defineProperty(Document.prototype, 'readyState', { ...native, get: () => 'loading' });
    const far = put('<div style="padding-top: 9999px"><visitor-info loading="lazy"></visitor-info></div>');
    const card = far.firstElementChild as Element;
    try {
      await reaches(card, 'idle');
      await settled();
      expect(parts(card, 'card')).to.have.length(0);
      expect(card.clientHeight).to.be.above(200);
    } finally {
      Object.defineProperty(Document.prototype, 'readyState', native);
    }
    await until(() => parts(card, 'card').length === 1, 'the skeleton');
  });
});

describe('a card with content of its own', () => {
  hearConsole();
  const html = (layout: string) =>
    `<visitor-info layout="${layout}">Welcome, whoever you are.</visitor-info>`;
  const heightOf = (card: Element) => card.getBoundingClientRect().height;

  it('keeps its size while pending, and shrinks if the lookup fails', async () => {
    visit('fault/slow-3000/');
    expect(heightOf(await reaches(put(html('card')), 'pending'))).to.be.greaterThan(200);
    expect(heightOf(await reaches(put(html('compact')), 'pending'))).to.be.within(60, 100);
    visit('fault/status-500/');
    expect(heightOf(await reaches(put(html('card')), 'error'))).to.be.lessThan(40);
  });
});

describe('a card whose lookup failed', () => {
  hearConsole();
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it('tries again when the button is pressed, and keeps the focus', async () => {
    visit('fault/status-500/');
    const card = await reaches(put<VisitorInfo>('<visitor-info></visitor-info>'), 'error');
    const button = () => parts(card, 'retry')[0];
    let asked = 0;
    globalThis.fetch = async () => {
      asked++;
      return Response.json({ ip: '192.0.2.1' });
    };
    button()?.focus();
    button()?.click();
    await until(() => rows(card) && card.matches(':state(ready)'), 'data');
    expect(asked).to.equal(1);
    expect(textOf(card, 'title')).to.equal('192.0.2.1');
    await until(() => document.activeElement === card, 'the focus in the card');
  });

  it('keeps the focus on the button if another attempt fails too', async () => {
    visit('fault/status-500/');
    const card = await reaches(put<VisitorInfo>('<visitor-info></visitor-info>'), 'error');
    const failure = card.error;
    parts(card, 'retry')[0]?.focus();
    parts(card, 'retry')[0]?.click();
    await until(() => card.error && card.error !== failure, 'the second failure');
    await until(() => card.shadowRoot?.activeElement?.matches('[part="retry"]'), 'the focus on the button');
  });

  it('keeps its button, and says so, while it tries again; a new failure is announced, and nothing scrolls', async () => {
    visit('fault/status-500/');
    const box = put<HTMLElement>(
      '<div><visitor-info></visitor-info><p style="block-size: 300vh">Text</p></div>',
    );
    const card = await reaches(box.firstElementChild as VisitorInfo, 'error');
    const button = parts(card, 'retry')[0] as HTMLElement;
    const status = () => card.shadowRoot?.querySelector('[role="status"]')?.textContent;
    const isBusy = () => parts(card, 'card')[0]?.ariaBusy;
    expect([button.ariaDisabled, isBusy(), status()]).to.deep.equal(['false', 'false', '']);
    let respond: (response: Response) => void = () => undefined;
    let asked = 0;
    globalThis.fetch = () => {
      asked++;
      return new Promise((resolve) => {
        respond = resolve;
      });
    };
    for (const [response, expected] of [
      [new Response('', { status: 500 }), 'Couldn’t load your details'],
      [Response.json({ ip: '192.0.2.1' }), ''],
    ] as const) {
      button.focus({ preventScroll: true });
      button.click();
      button.click();
      await until(() => status() === 'Loading', 'the attempt');
      expect([button.isConnected, button.ariaDisabled, isBusy()]).to.deep.equal([true, 'true', 'true']);
      scrollTo(0, 500);
      respond(response);
      await until(() => status() === expected, expected);
      expect([scrollY, document.activeElement === card]).to.deep.equal([500, true]);
      scrollTo(0, 0);
    }
    expect([asked, button.isConnected, textOf(card, 'title')]).to.deep.equal([2, false, '192.0.2.1']);
  });

  it('shows that it waits for consent if the visitor revokes it during another attempt', async () => {
    visit('fault/status-500/');
    const card = await reaches(put<VisitorInfo>('<visitor-info></visitor-info>'), 'error');
    globalThis.fetch = () => new Promise(() => undefined);
    parts(card, 'retry')[0]?.focus();
    parts(card, 'retry')[0]?.click();
    await until(() => card.matches(':state(pending)'), 'the attempt');
    revokeConsent();
    globalThis.fetch = fetch;
    await until(() => textOf(card, 'waiting') === 'Shown once you consent', 'the sentence');
    expect(card.shadowRoot?.querySelector('[aria-busy="true"]') === null).to.equal(true);
    grantConsent();
    await reaches(card, 'error');
    await until(() => parts(card, 'retry')[0]?.ariaDisabled === 'false', 'the button');
  });

  it('shows the page’s own content instead', async () => {
    visit('fault/status-500/');
    const card = await reaches(put('<visitor-info><p slot="error">Oh no.</p></visitor-info>'), 'error');
    await settled();
    expect(card.querySelector('p')?.checkVisibility()).to.equal(true);
    expect(parts(card, 'error')).to.have.length(0);
  });
});

describe('an address may break after its colons, and a name after its dots, and nowhere else', () => {
  for (const [field, pieces] of [
    ['ip', ['192.0.2.1']],
    ['ip', ['2001:', 'db8::', '1']],
    ['ip', ['::', '1']],
    ['hostname', ['a.', 'example.', 'net']],
  ] as const)
    it(pieces.join(''), async () => {
      const card = await answered({ [field]: pieces.join('') }, () => {
        visit();
        return ready(`<visitor-info fields="${field}"></visitor-info>`);
      });
      const nodes = [...(parts(card, 'value')[0]?.querySelector('bdi')?.childNodes ?? [])];
      const read = nodes
        .filter(({ nodeName, nodeValue }) => nodeName === 'WBR' || (nodeName === '#text' && nodeValue))
        .map(({ nodeValue }) => nodeValue ?? '|');
      expect(read).to.deep.equal(pieces.flatMap((piece, i) => (i ? ['|', piece] : [piece])));
    });
});

describe('the copy button', () => {
  const { clipboard } = navigator;
  let copied: string[] = [];
  const stand = (value: unknown) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value });

  beforeEach(() => {
    copied = [];
    stand({ writeText: async (text: string) => void copied.push(text) });
  });
  afterEach(() => stand(clipboard));

  it('copies the IP address, and announces that to screen readers', async () => {
    visit('from/2001:200::1/');
    const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
    const button = parts(card, 'copy')[0];
    expect(button?.textContent?.replace(/\s+/g, ' ').trim()).to.equal('Copy Address');
    const status = card.shadowRoot?.querySelector('[role="status"]');
    const drawn = () => button?.querySelector('path')?.getTotalLength() ?? 0;
    const sheets = drawn();
    expect(status?.textContent).to.equal('');
    button?.click();
    await until(() => status?.textContent === 'Copied', 'the word');
    expect(drawn(), 'a check mark, shorter than two sheets').to.be.within(5, sheets - 5);
    expect(copied).to.deep.equal(['2001:200::1']);
    expect(status?.isConnected).to.equal(true);
  });

  it('confirms for two seconds after the last press, not the first', async () => {
    visit();
    const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
    const { setTimeout: later, clearTimeout: drop } = globalThis;
    const waiting = new Map<number, () => void>();
    let last = 0;
    globalThis.setTimeout = ((run: () => void, milliseconds: number) => {
      if (milliseconds !== 2000) return later(run, milliseconds);
      waiting.set(--last, run);
      return last;
    }) as never;
    globalThis.clearTimeout = ((id: number) => waiting.delete(id) || drop(id)) as never;
    const status = card.shadowRoot?.querySelector('[role="status"]');
    try {
      for (const presses of [1, 2]) {
        parts(card, 'copy')[0]?.click();
        await until(() => copied.length === presses && last === -presses, 'the copy');
      }
      expect(waiting.size).to.equal(1);
      for (const run of waiting.values()) run();
      await until(() => status?.textContent === '', 'the end of the word');
    } finally {
      Object.assign(globalThis, { setTimeout: later, clearTimeout: drop });
    }
  });

  it('doesn’t confirm if the browser refuses', async () => {
    stand({ writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
    visit();
    const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
    parts(card, 'copy')[0]?.click();
    await settled();
    expect(card.shadowRoot?.querySelector('[role="status"]')?.textContent).to.equal('');
  });

  it('is missing if the page has no clipboard', async () => {
    stand(undefined);
    visit();
    expect(parts(await ready('<visitor-info></visitor-info>'), 'copy')).to.have.length(0);
  });
});
