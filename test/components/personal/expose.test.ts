import { expect } from '@open-wc/testing';
import { configureFromScript } from '../../../src/configure.js';
import {
  clearOverride,
  configure,
  expose,
  grantConsent,
  origin,
  override,
  revokeConsent,
  type Settings,
} from '../../../src/index.js';
import { answered, moveToParis, nextPage, place, settled, until, visit } from '../elements/support.js';
import { setClock } from '../support/clock.js';
import { openPage, simulate } from '../support/page.js';

const root = document.documentElement;

/**
 * The attributes on `<html>`, by name without `data-visitor-`. On this page those that a lookup tells: what the browser
 * signals is there before.
 */
const shownAttributes = (element = root): Record<string, string> =>
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name.startsWith('data-visitor-') && !(element === root && name.endsWith('-gpc')))
      .map(({ name, value }) => [name.slice('data-visitor-'.length), value]),
  );

describe('the attributes on <html>', () => {
  let stop: (() => void) | undefined;
  beforeEach(() => void visit());
  afterEach(() => {
    stop?.();
    clearOverride();
  });

  it('are all that is known, and no more', async () => {
    stop = expose();
    expect(shownAttributes()).to.deep.equal({});
    await until(() => shownAttributes().country, 'the country');
    const { device, os, browser, ...place } = shownAttributes();
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

  it('are not written again by a further call, so an observer of <html> that makes one at each change ends', async () => {
    stop = expose();
    await until(() => shownAttributes().country, 'the country');
    const changes = new MutationObserver(() => {});
    changes.observe(root, { attributes: true });
    expose();
    override({ company: { name: 'Example' } });
    expect(changes.takeRecords()).to.deep.equal([]);
  });

  it('are removed when their value is unknown', async () => {
    stop = expose();
    await until(() => shownAttributes().currency, 'the currency');
    override({ location: { country: { code: 'FR' } } });
    expect(shownAttributes()).to.include({ country: 'FR', eu: 'true', asn: 'AS20712' });
    expect(shownAttributes()).not.to.have.any.keys('currency', 'continent', 'time-zone', 'language');
    clearOverride();
    expect(shownAttributes()).to.include({ country: 'GB', currency: 'GBP' });
  });

  it('are there at once if a fresh result is stored', async () => {
    await origin.ip();
    nextPage();
    stop = expose();
    expect(shownAttributes()).to.include({ country: 'GB' });
  });

  it('cause no further request, however often expose() is called', async () => {
    const { requests } = visit();
    stop = expose();
    expose();
    await origin.ip();
    expose();
    await settled();
    expect(await requests()).to.equal(1);
  });

  it('are written again by a further expose(), after a framework replaced the attributes of <html>', async () => {
    const { requests } = visit();
    stop = expose();
    await origin.ip();
    const before = shownAttributes();
    for (const { name } of [...root.attributes])
      if (name.startsWith('data-visitor-')) root.removeAttribute(name);
    expose();
    expect(before).to.include({ country: 'GB' });
    expect(shownAttributes()).to.deep.equal(before);
    expect(root.dataset.visitorGpc).to.equal('false');
    expect(await requests()).to.equal(1);
  });

  it('are removed by the function that `expose()` returned, and can be written again', async () => {
    await origin.ip();
    const end = expose();
    expose();
    end();
    expect(shownAttributes()).to.deep.equal({});
    override({ location: { country: { code: 'FR' } } });
    await settled();
    expect(shownAttributes()).to.deep.equal({});
    end();
    stop = expose();
    expect(shownAttributes()).to.include({ country: 'FR' });
  });

  it('stay removed if they were ended by a subscriber while others are being notified', async () => {
    await origin.ip();
    const end = expose();
    const unsubscribe = origin.subscribe('ip', ({ data }) => data || end());
    revokeConsent();
    unsubscribe();
    expect(
      [...root.attributes].map(({ name }) => name).filter((name) => /^data-visitor-/.test(name)),
    ).to.deep.equal([]);
    grantConsent();
  });

  it('are absent if the lookup fails, which is reported once', async () => {
    visit('fault/status-403/');
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (...words: unknown[]) => said.push(words.join(' '));
    stop = expose();
    await origin.ip().catch(() => undefined);
    configure({ timeout: 4000 });
    const { message, resolution } = await origin.ip().catch((error) => error);
    await settled();
    console.warn = warn;
    expect(shownAttributes()).to.deep.equal({});
    expect(said).to.deep.equal([`visitor-elements: ${message} ${resolution}`]);
  });

  it('cause no message about a skipped crawler', async () => {
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (...words: unknown[]) => said.push(words);
    Object.defineProperty(navigator, 'userAgent', { value: 'Googlebot', configurable: true });
    visit();
    stop = expose();
    const { code } = await origin.ip().catch((error) => error);
    await settled();
    Reflect.deleteProperty(navigator, 'userAgent');
    console.warn = warn;
    expect([code, said]).to.deep.equal(['skipped', []]);
  });

  it('follow the settings: another service, another visitor', async () => {
    stop = expose();
    await until(() => shownAttributes().country === 'GB', 'the country');
    configure({ baseUrl: '/api/from/210.130.1.1/' });
    await until(() => shownAttributes().country === 'JP', 'the other country');
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
      it(`${exposed === undefined ? 'absent' : `"${exposed}"`}: ${expected ?? 'no attributes'}`, async () => {
        const visited = visit();
        await origin.ip();
        nextPage();
        configureFromScript(tag(exposed, visited));
        expect(shownAttributes().country).to.equal(expected);
        stop = expose();
      });
  });

  describe('on the next page, before its first paint', () => {
    /** The attributes that `visitor-attributes.min.js` restores on a page that opens this many seconds later. */
    async function nextAttributes(seconds = 0): Promise<Record<string, string>> {
      const now = new Date().toISOString();
      const page = await openPage();
      setClock(now, page.window).ahead(seconds);
      await page.window.load('/src/script/attributes.ts');
      const found = shownAttributes(page.window.document.documentElement);
      page.close();
      return found;
    }

    for (const storage of ['session', 'local'] as const)
      it(`are those of this page while the data is fresh (${storage})`, async () => {
        setClock();
        visit('', { storage, maxAge: 60 });
        stop = expose();
        await until(() => shownAttributes().country, 'the country');
        expect(await nextAttributes()).to.deep.equal(shownAttributes());
        expect(await nextAttributes(55)).to.deep.equal(shownAttributes());
        expect(await nextAttributes(61)).to.deep.equal({});
        // The clock was wrong then.
        expect(await nextAttributes(-5)).to.deep.equal({});
      });

    for (const [what, settings] of Object.entries<Settings>({
      'nothing is stored': { storage: 'none' },
      'nothing is reused': { maxAge: 0 },
      'consent is required, though it is given': { consent: 'required' },
      'the setting consent is misspelt': { consent: 'require' as 'required' },
    }))
      it(`are not there if ${what}, even after earlier data or an override was stored`, async () => {
        stop = expose();
        await until(() => shownAttributes().country, 'the country');
        override({ location: { country: { code: 'FR' } } });
        const { baseUrl } = place();
        configure({ baseUrl, ...settings });
        grantConsent();
        await origin.ip().catch(() => undefined);
        expect(await nextAttributes()).to.deep.equal({});
      });

    it('never come from a guess', async () => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      moveToParis();
      visit('fault/status-403/', { guess: 'time-zone' });
      stop = expose();
      await until(() => shownAttributes().country === 'FR', 'the guess');
      Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
      expect(await nextAttributes()).to.deep.equal({});
      override({ location: { country: { code: 'DE' } } });
      expect(await nextAttributes()).to.deep.equal({ country: 'DE', eu: 'true', groups: 'eu eea' });
    });

    it('are not stored while the page is simulated', async () => {
      visit();
      simulate('visitor-country=JP');
      stop = expose();
      await origin.ip();
      await until(() => shownAttributes().country === 'JP', 'the simulation');
      expect(await nextAttributes()).to.deep.equal({});
    });

    it('that an override determines last as long as the override, and follow it', async () => {
      visit('', { maxAge: 60 });
      stop = expose();
      await origin.ip();
      override({ location: { country: { code: 'FR' } } });
      expect(await nextAttributes()).to.deep.equal(shownAttributes());
      expect(await nextAttributes(1e7)).to.deep.equal({ country: 'FR', eu: 'true', groups: 'eu eea' });
      override({ location: { country: { code: 'FR' } } }); // Nothing changes.
      expect(await nextAttributes()).to.deep.equal(shownAttributes());
      clearOverride();
      expect(await nextAttributes()).to.deep.equal(shownAttributes());
      expect(await nextAttributes()).to.include({ country: 'GB' });
      expect(await nextAttributes(1e7)).to.deep.equal({});
    });

    it('are those of another tab’s choice, even if a tab that was opened earlier has new data', async () => {
      const { baseUrl } = visit('', { storage: 'local' });
      stop = expose();
      await origin.ip();
      const other = await openPage();
      const library = await other.library();
      library.configure({ baseUrl, apiKey: 'demo-open', storage: 'local' });
      library.expose();
      await library.origin.ip();
      library.override({ location: { country: { code: 'FR' } } });
      await origin.ip({ refresh: true });
      expect(shownAttributes().country).to.equal('GB');
      expect(await nextAttributes()).to.include({ country: 'FR' });
      library.clearOverride();
      override({ location: { country: { code: 'JP' } } });
      await library.origin.ip({ refresh: true });
      other.close();
      expect(await nextAttributes()).to.include({ country: 'JP' });
    });

    it('include what follows from an overriding country if countries.js is loaded', async () => {
      const queue: unknown[] = Reflect.get(globalThis, Symbol.for('visitor-elements:extensions'));
      const before = [...queue];
      await import('../../../src/countries.js');
      visit('fault/status-403/');
      stop = expose();
      override({ location: { country: { code: 'FR' } } });
      await until(() => shownAttributes().currency, 'the currency');
      expect(await nextAttributes(1e7)).to.include({
        country: 'FR',
        continent: 'EU',
        currency: 'EUR',
        language: 'fr',
      });
      queue.splice(0, queue.length, ...before);
      // Notifies, as each item does.
      queue.push(null);
    });

    it('don’t come from an override that was removed on a page without expose()', async () => {
      stop = expose();
      await origin.ip();
      override({ location: { country: { code: 'FR' } } });
      stop();
      clearOverride();
      expect(await nextAttributes()).to.deep.equal({});
    });

    it('don’t include an override made after a revoke', async () => {
      stop = expose();
      await origin.ip();
      revokeConsent();
      override({ location: { country: { code: 'FR' } } });
      expect(shownAttributes()).to.include({ country: 'FR' });
      expect(await nextAttributes()).to.deep.equal({});
      grantConsent();
    });

    it('are removed by a revoke from a page that only restored them, but for the browser’s own signal', () => {
      for (const name of ['country', 'groups', 'gpc']) root.setAttribute(`data-visitor-${name}`, 'restored');
      revokeConsent();
      expect([shownAttributes(), root.dataset['visitorGpc']]).to.deep.equal([{}, 'restored']);
      root.removeAttribute('data-visitor-gpc');
    });

    it('are removed by a revoke, and kept until their end when `expose()` has ended', async () => {
      stop = expose();
      await origin.ip();
      stop();
      expect(await nextAttributes()).to.include({ country: 'GB' });
      stop = expose();
      revokeConsent();
      expect(await nextAttributes()).to.deep.equal({});
      expect(shownAttributes()).to.deep.equal({});
      grantConsent();
    });

    it('are not stored if nothing is known', async () => {
      await answered({}, () => {
        stop = expose();
        return origin.ip();
      });
      expect(Object.keys(sessionStorage).join()).not.to.contain('attributes');
    });

    for (const junk of [
      '',
      '{',
      'null',
      '[]',
      '{"attributes":7}',
      '{"attributes":[7]}',
      '{"attributes":[["a b","",9e15]]}',
    ])
      it(`are restored even if the other storage area contains ${junk || 'an empty text'}`, async () => {
        visit('', { storage: 'local' });
        stop = expose();
        await until(() => shownAttributes().country, 'the country');
        sessionStorage.setItem('visitor-elements/attributes', junk);
        expect(await nextAttributes()).to.deep.equal(shownAttributes());
        sessionStorage.clear();
      });

    describe('of a record that something else wrote', () => {
      const now = Date.now();
      const valid = { fetchedAt: now - 1000, expiresAt: now + 1e6 };
      const nextOf = (record: object) => {
        sessionStorage.setItem('visitor-elements/attributes', JSON.stringify(record));
        return nextAttributes();
      };

      for (const [what, times] of Object.entries({
        'is over, whatever its attributes say': { ...valid, expiresAt: now - 1 },
        'has no end': { fetchedAt: now - 1000 },
        'comes from the future': { ...valid, fetchedAt: now + 9e5 },
        'has no time': { expiresAt: now + 1e6 },
      }))
        it(`are not restored if it ${what}`, async () => {
          expect(await nextOf({ ...times, attributes: [['country', 'GB', 9e15]] })).to.deep.equal({});
        });

      it('end before a character that changes the direction of text, and after 1,000', async () => {
        const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
        const values = [...marks].map((mark, i) => [`a${i}`, `GB${mark}x`, 9e15]);
        const found = await nextOf({ ...valid, attributes: [...values, ['os', 'x'.repeat(5000), 9e15]] });
        const { os, ...others } = found;
        expect(os).to.equal('x'.repeat(1000));
        expect(Object.values(others)).to.deep.equal(Array(12).fill('GB'));
      });

      it('are restored beside broken ones: a name, a value, an entry', async () => {
        const deep = JSON.parse(`${'['.repeat(9000)}${']'.repeat(9000)}`);
        const broken = [7, null, 'text', {}, [], ['a b', 'GB', 9e15]];
        const odd = [deep, null, { a: 1 }, ['GB'], 5, true];
        const found = await nextOf({
          ...valid,
          attributes: [
            ...broken,
            ...odd.map((value) => ['city', value, 9e15]),
            [deep, 'GB', 9e15],
            ['country', 'GB', 9e15],
            ['continent', 'EU', 'soon'],
            ['eu', 'false'],
          ],
        });
        expect(found).to.deep.equal({ country: 'GB' });
      });
    });
  });
});
