import { expect } from '@open-wc/testing';
import { clearOverride, configure, expose, origin, override } from '../../../src/index.js';
import { configureFromScript } from '../../../src/settings.js';
import { nextPage, settled, until, visit } from '../elements/support.js';
import { openPage } from '../support/page.js';

const root = document.documentElement;

/** The hooks on `<html>`, by name without `data-visitor-`. */
const hooks = (element = root): Record<string, string> =>
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name.startsWith('data-visitor-'))
      .map(({ name, value }) => [name.slice('data-visitor-'.length), value]),
  );

describe('the hooks on <html>', () => {
  let stop: (() => void) | undefined;
  beforeEach(() => void visit());
  afterEach(() => {
    stop?.();
    clearOverride();
  });

  it('are all that is known, and no more', async () => {
    stop = expose();
    expect(hooks()).to.deep.equal({});
    await until(() => hooks().country, 'the country');
    const { device, os, browser, ...place } = hooks();
    expect(place).to.deep.equal({
      country: 'GB',
      continent: 'EU',
      eu: 'false',
      currency: 'GBP',
      language: 'en',
      'time-zone': 'Europe/London',
      asn: 'AS20712',
    });
    const { user_agent } = await origin.ip();
    expect([device, os, browser]).to.deep.equal([
      user_agent?.device?.type ?? undefined,
      user_agent?.os?.name ?? undefined,
      user_agent?.name ?? undefined,
    ]);
  });

  it('cover every condition', async () => {
    stop = expose();
    override({
      location: {
        country: { code: 'JP' },
        continent: { code: 'AS' },
        region: { code: 'JP-13' },
        language: { code: 'ja' },
        in_eu: false,
      },
      currency: { code: 'JPY' },
      time_zone: { id: 'Asia/Tokyo' },
      connection: { asn: 64500, type: 'business' },
      user_agent: { name: 'Firefox', device: { type: 'mobile' }, os: { name: 'Android' } },
    });
    expect(hooks()).to.deep.equal({
      country: 'JP',
      continent: 'AS',
      region: 'JP-13',
      eu: 'false',
      currency: 'JPY',
      language: 'ja',
      'time-zone': 'Asia/Tokyo',
      asn: 'AS64500',
      network: 'business',
      device: 'mobile',
      os: 'Android',
      browser: 'Firefox',
    });
  });

  it('go when what they tell is unknown', async () => {
    stop = expose();
    await until(() => hooks().currency, 'the currency');
    override({ location: { country: { code: 'FR' } } });
    expect(hooks()).to.include({ country: 'FR', eu: 'true', asn: 'AS20712' });
    expect(hooks()).not.to.have.any.keys('currency', 'continent', 'time-zone', 'language');
    clearOverride();
    expect(hooks()).to.include({ country: 'GB', currency: 'GBP' });
  });

  it('are there at once where a fresh result is stored', async () => {
    await origin.ip();
    nextPage();
    stop = expose();
    expect(hooks()).to.include({ country: 'GB' });
  });

  it('cost no request of their own, however often they are asked for', async () => {
    const { requests } = visit();
    stop = expose();
    expose();
    await origin.ip();
    expose();
    await settled();
    expect(await requests()).to.equal(1);
  });

  it('end with the function that `expose()` gave, and can begin again', async () => {
    await origin.ip();
    const end = expose();
    expose();
    end();
    expect(hooks()).to.deep.equal({});
    override({ location: { country: { code: 'FR' } } });
    await settled();
    expect(hooks()).to.deep.equal({});
    end();
    stop = expose();
    expect(hooks()).to.include({ country: 'FR' });
  });

  it('are absent where the lookup fails, which is said once', async () => {
    visit('fault/status-403/');
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (...words: unknown[]) => said.push(words.join(' '));
    stop = expose();
    await origin.ip().catch(() => undefined);
    configure({ timeout: 4000 });
    await origin.ip().catch(() => undefined);
    await settled();
    console.warn = warn;
    expect(hooks()).to.deep.equal({});
    expect(said.length).to.equal(1);
  });

  it('follow the settings: another service, another visitor', async () => {
    stop = expose();
    await until(() => hooks().country === 'GB', 'the country');
    configure({ baseUrl: '/api/from/210.130.1.1/' });
    await until(() => hooks().country === 'JP', 'the other country');
  });

  describe('from `data-expose` on the script tag', () => {
    const tag = (exposed: string | undefined, { baseUrl }: { baseUrl: string }) => {
      const script = document.createElement('script');
      Object.assign(script.dataset, { baseUrl, apiKey: 'demo-open' });
      if (exposed !== undefined) script.dataset.expose = exposed;
      return script;
    };

    for (const [exposed, expected] of [
      ['', 'GB'],
      ['true', 'GB'],
      ['false', undefined],
      [undefined, undefined],
    ] as const)
      it(`${exposed === undefined ? 'absent' : `"${exposed}"`}: ${expected ?? 'no hooks'}`, async () => {
        const visited = visit();
        await origin.ip();
        nextPage();
        configureFromScript(tag(exposed, visited));
        expect(hooks().country).to.equal(expected);
        stop = expose();
      });
  });

  it('are set before anything of the body is shown, where a fresh result is stored', async () => {
    const { baseUrl } = visit();
    await origin.ip();
    const page = await openPage();
    const { document } = page.window;
    const library = await page.library();
    library.configure({ baseUrl, apiKey: 'demo-open' });
    library.expose();
    expect(hooks(document.documentElement)).to.include({ country: 'GB', asn: 'AS20712' });
    page.close();
  });
});
