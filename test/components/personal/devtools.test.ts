import { expect } from '@open-wc/testing';
import { configure, expose, grantConsent, override } from '../../../src/index.js';
import '../../../src/devtools/index.js';
import { RequestLog } from '../../../src/devtools/request-log.js';
import { extensionQueue } from '../../../src/lookup/extensions.js';
import { thisPage } from '../../../src/lookup/page.js';
import { place, put, reaches, shown, until, visit } from '../elements/support.js';
import { cleanUp, stored } from '../support/page.js';

const host = () => document.querySelector<HTMLElement>('[data-visitor-panel]');
const find = <E extends HTMLElement = HTMLElement>(selector: string) => {
  const element = host()?.shadowRoot?.querySelector<E>(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
};
const content = () => find('[role=tabpanel]').textContent;
const press = (target: HTMLElement, key: string) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true }),
  );
const selected = () => find('[aria-selected=true]');
const openTab = (name: string) =>
  [...(host()?.shadowRoot?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    .find(({ textContent }) => textContent?.startsWith(name))
    ?.click();
const choose = (name: string, value: string) => {
  const control = find<HTMLSelectElement>(`#${name}`);
  control.value = value;
  control.dispatchEvent(new Event('change', { bubbles: true }));
};

it('a slow request that the page stopped waiting for is neither sent nor counted', async () => {
  const { fetch, setTimeout } = globalThis;
  let sent = 0;
  globalThis.fetch = async () => Response.json({ count: ++sent });
  globalThis.setTimeout = ((task: () => void) => setTimeout(task)) as typeof setTimeout;
  const log = new RequestLog(
    () => undefined,
    () => 'slow',
  );
  try {
    configure({ baseUrl: 'https://slow.example/', auth: 'none' });
    const lookup = 'https://slow.example/?key=1';
    const aborted = await globalThis.fetch(lookup, { signal: AbortSignal.abort() }).catch(String);
    expect([aborted, sent, log.requests()]).to.deep.equal([String(aborted), 0, []]);
    // As another script's wrapper of `fetch` may send it.
    await globalThis.fetch(new Request(lookup));
    // A service without the header, such as a relay.
    expect([sent, log.requests().map(({ consumed }) => consumed)]).to.deep.equal([1, [undefined]]);
  } finally {
    log.end();
    Object.assign(globalThis, { fetch, setTimeout });
    cleanUp();
  }
});

describe('the panel', () => {
  before(() => import('../../../src/services.js'));
  afterEach(() => {
    if (find('.open').getAttribute('aria-expanded') === 'true') find('[aria-label=Close]').click();
    cleanUp();
  });

  it('opens, changes tabs and closes by keyboard, and gives the focus back', () => {
    let reached = 0;
    const shortcut = () => reached++;
    addEventListener('keydown', shortcut);
    expect(find('.open').hasAttribute('data-mark')).to.equal(false);
    find('.open').click();
    expect(host()?.shadowRoot?.activeElement).to.equal(selected());
    for (const [key, name] of [
      ['ArrowLeft', 'Switches'],
      ['ArrowRight', 'Known'],
      ['End', 'Switches'],
      ['Home', 'Known'],
      ['ArrowRight', 'Requests'],
    ] as const) {
      // The browser would scroll the panel.
      expect(press(selected(), key)).to.equal(false);
      expect(host()?.shadowRoot?.activeElement?.textContent).to.equal(name);
    }
    press(selected(), 'Escape');
    removeEventListener('keydown', shortcut);
    expect(reached).to.equal(0);
    expect(host()?.shadowRoot?.querySelector('.panel')).to.equal(null);
    expect(host()?.shadowRoot?.activeElement).to.equal(find('.open'));
  });

  it('shows what is known, requests that the service counted, and what is stored', async () => {
    const { requests } = visit();
    const value = put('<visitor-value field="location.country.code"></visitor-value>');
    await until(() => shown(value), 'a country');
    find('.open').click();
    openTab('Known');
    expect(content())
      .to.contain('from service')
      .and.to.contain(shown(value))
      .and.to.match(/fresh for (29|30) min/);
    const own = place('');
    const service = `base-url="${own.baseUrl}" api-key="demo-open"`;
    await reaches(put(`<visitor-value ${service} field="ip">an address</visitor-value>`), 'ready');
    openTab('Requests');
    await until(() => content()?.includes('200'), 'the status');
    const rows = find('tbody').children.length;
    expect(rows).to.equal((await requests()) + (await own.requests()));
    openTab('Stored');
    const [name = ''] = stored()[0] ?? [];
    expect(content()).to.contain(name.replace('visitor-elements/', ''));
    const stop = expose();
    override({ location: { country: { code: 'JP' } } });
    expect(stored()).to.have.length(4);
    openTab('Stored');
    expect(content()).to.match(/attributes\d+with the tab/);
    find('[data-action=forget]').click();
    expect([stored(), content()]).to.deep.equal([[], 'Nothing is stored.']);
    stop();
  });

  it('shows the data that client hints complete, as the page does', async () => {
    visit();
    const value = put('<visitor-value field="location.country.code"></visitor-value>');
    await until(() => shown(value), 'a country');
    find('.open').click();
    openTab('Known');
    const withWindows11 = (data?: object) => data && { ...data, user_agent: { os: { version: '11' } } };
    extensionQueue().push(['client-hints', 1, withWindows11]);
    await until(() => find('pre').textContent?.includes('"version": "11"'), 'Windows 11');
    extensionQueue().push(['client-hints', 1, undefined]);
  });

  it('tells lookups of the same kind apart, by the names that are stored', async () => {
    visit();
    await reaches(put('<visitor-value field="ip">an address</visitor-value>'), 'ready');
    find('.open').click();
    openTab('Known');
    const [[name = ''] = []] = stored();
    const shownName = name.replace('visitor-elements/', '');
    expect(shownName).to.match(/^ip http/);
    expect(content()).not.to.contain(shownName);
    await reaches(put('<visitor-value field="ip" params="fields=ip">an address</visitor-value>'), 'ready');
    openTab('Known');
    expect(content()).to.contain(`${shownName}ip`).and.to.contain(`${shownName}?fields=ip`);
  });

  it('keeps selected text selected when it renders again', async () => {
    visit();
    const value = put('<visitor-value field="location.country.code"></visitor-value>');
    await until(() => shown(value), 'a country');
    find('.open').click();
    openTab('Known');
    const selection = new Range();
    selection.selectNodeContents(find('dd'));
    selection.setStart(find('dd').firstChild as Text, 1);
    const text = String(selection);
    expect(text).not.to.equal('');
    thisPage().notify();
    expect(String(selection)).to.equal(text);
  });

  it('keeps unfinished text and the page’s focus when it renders again', () => {
    find('.open').click();
    openTab('See as');
    find<HTMLInputElement>('#region').value = 'US-';
    const field = put<HTMLInputElement>('<input>');
    field.focus();
    thisPage().notify();
    expect([document.activeElement, find<HTMLInputElement>('#region').value]).to.deep.equal([field, 'US-']);
  });

  it('shows another visitor and each fault, keeps a wrong value out, and ends both', async () => {
    const { requests } = visit();
    const value = put('<visitor-value field="location.country.code"></visitor-value>');
    await until(() => shown(value), 'a country');
    const real = shown(value);
    const before = stored();
    find('.open').click();
    openTab('See as');
    choose('country', 'JP');
    await until(() => shown(value) === 'JP', 'Japan');
    choose('region', 'Bavaria');
    openTab('Known');
    openTab('See as');
    expect(find<HTMLInputElement>('#region').value).to.equal('Bavaria');
    expect(find('#region').getAttribute('aria-invalid')).to.equal('true');
    expect(find('#country').hasAttribute('aria-invalid')).to.equal(false);
    expect(content()).to.contain('Use codes such as US-CA.');
    choose('fault', 'rate-limited');
    await until(() => value.error?.code === 'rate-limited', 'the fault');
    openTab('Known');
    expect(content()).not.to.contain(' old');
    openTab('See as');
    choose('country', 'FR');
    choose('region', 'Berlin');
    find('[data-action=reset]').click();
    await until(() => shown(value) === real, 'the real country');
    expect(['#country', '#region'].map((name) => find<HTMLInputElement>(name).value)).to.deep.equal(['', '']);
    expect(stored()).to.deep.equal(before);
    expect(await requests()).to.equal(1);
  });

  for (const lookups of [{}, { baseUrl: undefined, apiKey: undefined, service: 'country-is' }] as const)
    it(`shows a fault in place of data that came with the page, and then the data again: ${Object.keys(lookups)}`, async () => {
      visit('', { ...lookups, storage: 'none', initialData: { location: { country: { code: 'JP' } } } });
      const value = put('<visitor-value field="location.country.code"></visitor-value>');
      await until(() => shown(value) === 'JP', 'Japan');
      find('.open').click();
      openTab('See as');
      choose('fault', 'service');
      try {
        await until(() => value.error?.code === 'service', 'the fault');
        openTab('Known');
        expect(content()).to.contain('The panel simulates "service".');
      } finally {
        openTab('See as');
        choose('fault', '');
      }
      await until(() => shown(value) === 'JP', 'Japan again');
    });

  for (const [code, more] of [
    ['UK', 'The United Kingdom is GB.'],
    ['el', 'Greece is GR.'],
    ['XX', 'adapt'],
  ] as const)
    it(`names a code of no country in data: ${code}`, async () => {
      visit('', { initialData: { location: { country: { code } } } });
      await reaches(put('<visitor-value field="ip">an address</visitor-value>'), 'ready');
      find('.open').click();
      openTab('Known');
      expect(content()).to.contain(`“${code}” is no country of today`).and.to.contain(more);
      expect(
        [...(host()?.shadowRoot?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent),
      ).not.to.include('country');
    });

  it('keeps the visitor’s choice, also in a cookie, while a fault is shown and after it', async () => {
    visit('', { overrideCookie: 'chosen' });
    override({ location: { country: { code: 'FR' } } });
    const kept = () => document.cookie.includes('chosen=FR');
    find('.open').click();
    openTab('See as');
    const seen = [kept()];
    for (const fault of ['network', 'slow', '']) {
      choose('fault', fault);
      seen.push(kept());
    }
    expect(seen).to.deep.equal([true, true, true, true]);
  });

  it('explains wrong conditions, contradictions and a hidden required field, which visitors’ scripts only name', async () => {
    visit();
    const form = put(`<form><visitor-switch>
      <template data-contry="GB">1</template>
      <template data-country="FR" data-eu="false">2</template>
      <template data-country="GB">Good day</template>
      <input name="zip" required><input name="off" required disabled>
    </visitor-switch><visitor-switch><template data-country="GB">Hi</template><p>Hello</p></visitor-switch></form>`);
    await until(() => form.innerText.includes('Good day'), 'the case');
    find('.open').click();
    openTab('Switches');
    expect(find('.open').getAttribute('aria-label')).to.equal('Visitor panel, problems: 3');
    expect(content())
      .to.contain('Did you mean data-country?')
      .and.to.contain('never match together: no country meets both')
      .and.to.contain('The hidden field “zip” is required')
      .and.not.to.contain('“off”');
  });

  it('names a required field in every hidden part of a switch, but only if it stops its form from being sent', async () => {
    visit();
    const hidden = '<visitor-switch><template data-country="GB">Good day</template>';
    const form = put(`<form>
      ${hidden}<input name="read" required readonly></visitor-switch>
      ${hidden}<input name="hidden" type="hidden" required></visitor-switch>
      <visitor-switch><template data-country="FR"></template>Hello <input name="seen" required></visitor-switch>
    </form>`);
    put(`${hidden}<form><input name="own" required></form></visitor-switch>`);
    await until(() => form.innerText.includes('Good day'), 'the case');
    find('.open').click();
    openTab('Switches');
    expect(content()).not.to.contain('The hidden field');
    // As a framework fills a `<template>`.
    const field = put('<input name="live" required>');
    form.querySelector('[data-country=FR]')?.append(field);
    openTab('Switches');
    expect(content()).to.contain('The hidden field “live” is required');
  });

  it('says that data is for this page if it is reused on no other', async () => {
    visit('', { maxAge: 0 });
    await reaches(put('<visitor-value field="ip">an address</visitor-value>'), 'ready');
    find('.open').click();
    openTab('Known');
    expect(content()).to.contain('old, for this page');
  });

  it('shows an AS number as conditions write it, also in a shadow root', async () => {
    visit();
    const root = put('<div></div>').attachShadow({ mode: 'open' });
    root.innerHTML = '<visitor-switch><template data-asn="AS64500"></template></visitor-switch>';
    await reaches(root.children[0] as HTMLElement, 'ready');
    find('.open').click();
    openTab('Switches');
    expect(find('.case').textContent).to.contain('✗ is AS20712');
  });

  it('lists no attribute of a framework or a test as a condition', async () => {
    visit();
    const element = put(`<visitor-switch>
      <template data-country="GB" data-field="time_zone.id" data-value="!UTC" data-testid="uk" data-v-7ba5bd90>Hi</template>
    </visitor-switch>`);
    await until(() => element.innerText.includes('Hi'), 'the case');
    find('.open').click();
    openTab('Switches');
    const written = [...find('.case').querySelectorAll('code')].map(({ textContent }) => textContent);
    expect(written).to.deep.equal(['data-country="GB"', 'data-field="time_zone.id" data-value="!UTC"']);
  });

  it('shows hostile values as values show them: short, and without changing the direction of what follows', async () => {
    const user_agent = { os: { name: 'y'.repeat(100_000) }, name: '\u202eevil' };
    visit('', {
      initialData: { ip: '\u202e192.0.2.1', location: { country: { code: '\u202ezzz' } }, user_agent },
    });
    put(
      '<visitor-switch><template data-os="Linux"></template><template data-browser="x"></template></visitor-switch>',
    );
    await reaches(put('<visitor-value field="ip">an address</visitor-value>'), 'ready');
    find('.open').click();
    openTab('Known');
    const known = `${find('dl').textContent}${find('.warn').textContent}`;
    openTab('Switches');
    for (const text of [known, content()])
      expect(text)
        .to.contain('yyy')
        .and.to.contain('evil')
        .and.not.match(/\u202e|y{1001}/);
  });

  it('shows nothing of the real visitor while another one is simulated, as the page does', async () => {
    visit();
    const value = put('<visitor-value field="ip">no address</visitor-value>');
    await until(() => /\d/.test(shown(value)), 'an address');
    find('.open').click();
    openTab('See as');
    choose('country', 'JP');
    await until(() => !/\d/.test(shown(value)), 'no address');
    openTab('Known');
    expect(find('dl').textContent).to.match(/^countryJP/);
    expect(content()).not.to.contain('from service');
    openTab('See as');
    find('[data-action=reset]').click();
  });

  it('shows no data of the page before consent, as the page does', () => {
    visit('', { consent: 'required', initialData: { ip: '192.0.2.1' } });
    find('.open').click();
    openTab('Known');
    expect(content()).to.contain('No lookup before consent.').and.not.to.contain('192.0.2.1');
    grantConsent();
    expect(content()).to.contain('192.0.2.1');
  });

  it('shows a crawler no data of the page and no guess, as the page does, and says why', async () => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Googlebot', configurable: true });
    try {
      visit('', { initialData: { ip: '192.0.2.1' }, guess: 'time-zone' });
      const value = put('<visitor-value field="ip">an address</visitor-value>');
      await until(() => value.error?.code === 'skipped', 'no lookup');
      expect(shown(value)).to.equal('an address');
      find('.open').click();
      openTab('Known');
      expect(content()).to.contain('the visitor is a crawler').and.not.to.contain('192.0.2.1');
      configure({ baseUrl: undefined, apiKey: undefined, initialData: undefined });
      expect(content()).to.contain('the visitor is a crawler').and.not.to.contain('from');
    } finally {
      Reflect.deleteProperty(navigator, 'userAgent');
    }
  });

  it('says why nothing is known', () => {
    find('.open').click();
    openTab('Known');
    expect(content()).to.contain('baseUrl');
    configure({ baseUrl: '/api/', apiKey: 'demo-open', consent: 'required' });
    grantConsent();
    expect(content()).to.contain('Nothing on this page has looked up the visitor.');
  });

  it('keeps the focus after a button that its own action removes, so that Escape still closes', async () => {
    visit();
    const value = put('<visitor-value field="location.country.code"></visitor-value>');
    await until(() => shown(value), 'a country');
    find('.open').click();
    for (const [tab, action] of [
      ['See as', 'reset'],
      ['Stored', 'forget'],
    ] as const) {
      openTab(tab);
      if (action === 'reset') choose('country', 'JP');
      const button = find(`[data-action=${action}]`);
      button.focus();
      button.click();
      expect([button.isConnected, host()?.shadowRoot?.activeElement]).to.deep.equal([false, selected()]);
    }
  });
});
