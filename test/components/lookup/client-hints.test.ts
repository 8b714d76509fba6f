import { expect } from '@open-wc/testing';
import type { IpData, UserAgentData } from '../../../src/lookup/index.js';
import { shown, until, visit } from '../elements/support.js';
import { type Globals, type OpenPage, openPage, simulate } from '../support/page.js';

const windows: UserAgentData = {
  name: 'Chrome',
  version_major: '117',
  device: { brand: null, name: 'PC', type: 'desktop' },
  os: { name: 'Windows', type: 'desktop', version: '10' },
};
const android: UserAgentData = {
  name: 'Chrome',
  device: { brand: null, name: 'K', type: 'phone' },
  os: { name: 'Android', type: 'phone', version: '10' },
};
const windows11 = { platform: 'Windows', platformVersion: '15.0.0', model: '' };
const osOf = (data: IpData | UserAgentData | undefined) =>
  ((data as IpData)?.user_agent ?? (data as UserAgentData))?.os?.version;

describe('client-hints.js', () => {
  let page: OpenPage;
  let requested: unknown[];
  let messages: unknown[];
  afterEach(() => page.close());

  interface Visit {
    /** The service's User-Agent data. */
    data?: UserAgentData | undefined;
    /** What the browser has in place of `getHighEntropyValues`. */
    values?: unknown;
    arrange?: (window: Globals) => void;
    isLoaded?: boolean;
    settings?: object;
  }

  /** Opens a page in a browser that has these client hints. The file is loaded before the library, or not. */
  async function open({ data = windows, values, arrange, isLoaded = true, settings }: Visit = {}) {
    visit();
    requested = [];
    messages = [];
    page = await openPage({
      arrange(window) {
        const getHighEntropyValues =
          typeof values === 'function'
            ? (names: unknown) => {
                requested.push(names);
                return values();
              }
            : values;
        const value = values === undefined ? undefined : { getHighEntropyValues };
        Object.defineProperty(window.navigator, 'userAgentData', { value, configurable: true });
        for (const level of ['warn', 'error'] as const)
          window.console[level] = (...words: unknown[]) => messages.push(...words);
        window.addEventListener('unhandledrejection', ({ reason }) => messages.push(reason));
        window.fetch = async (address) => {
          const isIp = !/user_agent|AS/.test(String(address));
          return window.Response.json(isIp ? { ip: '192.0.2.1', user_agent: data } : data);
        };
        arrange?.(window);
      },
    });
    const { window, lookup } = page;
    const load = () => window.load('/src/client-hints.ts');
    if (isLoaded) await load();
    const configure = (more: object) =>
      lookup.configure({ baseUrl: '/service/', auth: 'none', retries: 0, ...more });
    configure(settings ?? {});
    const { origin } = await page.library();
    return { window, lookup, origin, load };
  }

  /** Adds elements to a page. Each data object of their events has the version of the system. */
  async function elementsIn(window: Globals) {
    await window.load('/src/define.ts');
    const { document } = window;
    const versions: unknown[] = [];
    document.body.addEventListener('visitor-load', ({ data }) => versions.push(osOf(data)));
    document.body.innerHTML = '<visitor-value field="user_agent.os.version">some system</visitor-value>';
    const [value] = document.body.children;
    return { versions, text: () => (value ? shown(value) : '') };
  }

  it('makes Windows 11 of Windows 10, for promises of both lookups; the lookup module gives what the service says', async () => {
    const { lookup, origin } = await open({ values: async () => windows11 });
    expect(osOf(await origin.userAgent())).to.equal('11');
    expect(osOf(await lookup.origin.userAgent())).to.equal('10');
    const data = await origin.ip();
    expect(data).to.deep.equal({
      ip: '192.0.2.1',
      user_agent: { ...windows, os: { ...windows.os, version: '11' } },
    });
    expect(Object.isFrozen(data.user_agent?.os)).to.equal(true);
    expect(origin.snapshot('ip')).to.equal(origin.snapshot('ip'));
    expect(requested).to.deep.equal([['platformVersion', 'model']]);
  });

  it('adds the model of a phone', async () => {
    const { origin } = await open({
      data: android,
      values: async () => ({ platform: 'Android', platformVersion: '14.0.0', model: 'Pixel 9' }),
    });
    expect((await origin.userAgent()).device).to.deep.equal({ ...android.device, name: 'Pixel 9' });
    expect((await origin.ip()).user_agent?.os).to.deep.equal(android.os);
  });

  it('shows elements the right system at once, with a single event', async () => {
    const { window } = await open({ values: async () => windows11 });
    const { versions, text } = await elementsIn(window);
    await until(() => text() === '11', '11');
    expect(versions).to.deep.equal(['11']);
  });

  it('updates everything that was there before it, and conditions too', async () => {
    const { window, load } = await open({ values: async () => windows11, isLoaded: false });
    const { versions, text } = await elementsIn(window);
    window.document.body.insertAdjacentHTML(
      'beforeend',
      `<visitor-switch>
        <template data-os="Windows" data-field="user_agent.os.version" data-value="11">New</template>Old
      </visitor-switch>
      <visitor-user-agent></visitor-user-agent>`,
    );
    const [, choice, card] = window.document.body.children as unknown as HTMLElement[];
    await until(
      () => text() === '10' && versions.length === 3,
      'Windows 10 in the value, the switch and the card',
    );
    await load();
    await until(() => text() === '11', 'Windows 11 in the value');
    await until(() => choice?.innerText.trim() === 'New', 'the case');
    await until(() => card && shown(card).includes('Windows 11'), 'Windows 11 in the card');
    expect(versions).to.deep.equal(['10', '10', '10', '11', '11', '11']);
  });

  const withNothingToAdd: Record<string, unknown> = {
    'has Windows 10': async () => ({ ...windows11, platformVersion: '10.0.0' }),
    'has another system, whose version is as high': async () => ({ ...windows11, platform: 'macOS' }),
    'has what the data has': async () => ({ platform: 'Linux', platformVersion: '', model: 'PC' }),
    'refuses hints': () => Promise.reject(new DOMException('', 'NotAllowedError')),
    throws: () => {
      throw new TypeError();
    },
    'has no hints': undefined,
    'has an incomplete API': 'soon',
    'returns nothing': async () => undefined,
    'returns other types': async () => ({ platformVersion: { major: 15 }, model: ['Pixel'] }),
  };
  for (const [what, values] of Object.entries(withNothingToAdd))
    it(`changes nothing and reports nothing in a browser that ${what}`, async () => {
      const { window, origin, load } = await open({ values, isLoaded: false });
      const { versions, text } = await elementsIn(window);
      await until(() => text() === '10', 'Windows 10');
      const before = origin.snapshot('ip');
      await load();
      await new Promise((resolve) => window.setTimeout(resolve));
      expect(origin.snapshot('ip')).to.equal(before);
      expect(versions).to.deep.equal(['10']);
      expect(messages).to.deep.equal([]);
    });

  it('keeps other systems, other versions of Windows, and data without a system', async () => {
    const { window, origin } = await open({ values: async () => windows11 });
    // As services write Windows 10, or leave its version out.
    for (const version of ['NT 10.0', '10.0', null]) {
      window.fetch = async () => window.Response.json({ os: { name: 'Windows', version } });
      expect(osOf(await origin.userAgent({ refresh: true }))).to.equal('11');
    }
    for (const os of [
      { name: 'Windows', version: '8.1' },
      { name: 'Windows', version: '100' },
      { name: 'Linux', version: '10' },
      null,
      {},
      'Windows',
    ]) {
      window.fetch = async () => window.Response.json({ os });
      expect(await origin.userAgent({ refresh: true })).to.deep.equal({ os });
    }
    for (const user_agent of [null, 'Windows', []]) {
      window.fetch = async () => window.Response.json({ user_agent });
      expect(await origin.ip({ refresh: true })).to.deep.equal({ user_agent });
    }
  });

  it('requests nothing before consent, for a crawler, or for the network alone', async () => {
    const values = async () => windows11;
    const { lookup, origin, load } = await open({ values, settings: { consent: 'required' } });
    const stop = origin.subscribe('user-agent', () => undefined);
    await load();
    expect(requested).to.deep.equal([]);
    lookup.grantConsent();
    await until(() => osOf(origin.snapshot('user-agent').data) === '11', 'Windows 11');
    lookup.revokeConsent();
    expect(origin.snapshot('user-agent').data).to.equal(undefined);
    stop();
    page.close();
    const crawler = (window: Globals) =>
      Object.defineProperty(window.navigator, 'userAgent', { value: 'Googlebot/2.1' });
    const { origin: ofCrawler } = await open({ values, arrange: crawler });
    await ofCrawler.ip().catch(() => undefined);
    page.close();
    const { origin: ofNetwork } = await open({ values });
    await ofNetwork.asn();
    expect(requested).to.deep.equal([]);
  });

  it('leaves a given User-Agent alone', async () => {
    const { origin, lookup } = await open({ values: async () => windows11 });
    expect(osOf(await origin.userAgent())).to.equal('11');
    expect(osOf(await origin.userAgent({ ua: 'Mozilla/5.0 (Windows NT 10.0)' }))).to.equal('10');
    const given = new lookup.OriginLookup({ params: 'a=b&ua=Mozilla%2F5.0' });
    expect(osOf(await given.userAgent())).to.equal('10');
    lookup.configure({ params: 'ua=Mozilla' });
    expect(osOf(await origin.userAgent())).to.equal('10');
  });

  it('delays no result, and stores the data as it came', async () => {
    let resolve: (hints: object) => void = () => undefined;
    const { origin, window } = await open({
      values: () =>
        new Promise((resolved) => {
          resolve = resolved;
        }),
    });
    const stop = origin.subscribe('ip', () => undefined);
    expect(osOf(await origin.ip())).to.equal('10');
    resolve(windows11);
    await until(() => osOf(origin.snapshot('ip').data) === '11', 'Windows 11');
    stop();
    const records = Object.values({ ...window.sessionStorage }).join();
    expect(records).to.include('"version":"10"');
    expect(records).not.to.include('"version":"11"');
  });

  it('a simulation and an override win', async () => {
    const { window, origin } = await open({
      values: async () => windows11,
    });
    const library = await page.library();
    await elementsIn(window);
    simulate('visitor-os=Linux', window);
    const { os } = ((await origin.ip()) as IpData).user_agent ?? {};
    expect(os).to.include({ name: 'Linux', version: '11' });
    library.override({ user_agent: { os: { version: '12' } } });
    expect(osOf(await origin.ip())).to.equal('12');
  });

  it('works when loaded twice', async () => {
    const { origin, load } = await open({ values: async () => windows11 });
    expect(osOf(await origin.ip())).to.equal('11');
    await load();
    await page.window.load('/src/client-hints.ts?again');
    expect(osOf(await origin.ip())).to.equal('11');
    expect(requested).to.have.lengthOf(1);
  });
});
