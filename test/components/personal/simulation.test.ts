import { expect } from '@open-wc/testing';
import { configureFromScript } from '../../../src/configure.js';
import {
  clearOverride,
  configure,
  expose,
  origin,
  override,
  type Settings,
  type VisitorCountrySelect,
} from '../../../src/index.js';
import { put, ready, settled, shown, until, visit } from '../elements/support.js';
import { choose, greeting, read, type VisitorSwitch } from './support.js';

const { search } = location;

/** Simulates these parameters in the page's URL. */
const openWith = (parameters: string) =>
  history.replaceState(null, '', `${search}${search ? '&' : '?'}${parameters}`);

const simulating = (prefix = '', settings: Settings = {}) => visit(prefix, { simulate: true, ...settings });

describe('a simulated visitor', () => {
  afterEach(() => {
    clearOverride();
    history.replaceState(null, '', search || location.pathname);
  });

  it('is that of the page’s URL, for elements, promises and attributes on <html>', async () => {
    openWith('visitor-country=FR&visitor-asn=64500&visitor-currency=EUR&visitor-eu=true');
    simulating();
    const stop = expose();
    const element = await ready(greeting);
    const value = await ready('<visitor-value field="location.country.name">somewhere</visitor-value>');
    await origin.ip();
    await settled();
    expect([read(element), shown(value)]).to.deep.equal(['Bonjour', 'France']);
    const { location: place, connection, currency } = await origin.ip();
    expect([place, connection?.asn, currency]).to.deep.equal([
      { country: { code: 'FR' }, in_eu: true },
      64500,
      { code: 'EUR' },
    ]);
    expect({ ...document.documentElement.dataset }).to.include({
      visitorCountry: 'FR',
      visitorAsn: 'AS64500',
      visitorCurrency: 'EUR',
      visitorEu: 'true',
      visitorGroups: 'eu eea',
    });
    const inGroup = await ready(
      '<visitor-switch><template data-country="@eea GB">Shown</template>Hidden</visitor-switch>',
    );
    expect(read(inGroup)).to.equal('Shown');
    stop();
  });

  it('is shown before data arrives, and if none arrives', async () => {
    openWith('visitor-country=FR');
    for (const fault of ['fault/slow-200/', 'fault/status-500/']) {
      simulating(fault);
      const element = await ready(greeting);
      expect(read(element)).to.equal('Bonjour');
      element.remove();
    }
  });

  it('shows again when the visitor’s choice is taken back', async () => {
    openWith('visitor-country=FR');
    simulating();
    const select = await ready<VisitorCountrySelect>('<visitor-country-select></visitor-country-select>');
    choose(select, 'DE');
    await settled();
    expect([select.value, (await origin.ip()).location?.country?.code]).to.deep.equal(['DE', 'DE']);
    clearOverride();
    await settled();
    expect(select.value).to.equal('FR');
  });

  for (const simulate of [undefined, false, 'false'] as const)
    it(`is ignored if the setting is ${JSON.stringify(simulate)}`, async () => {
      openWith('visitor-country=FR');
      visit('', { simulate: simulate as boolean });
      expect(read(await ready(greeting))).to.equal('Good day');
    });

  for (const simulate of ['', 'true'])
    it(`is enabled by data-simulate="${simulate}" on the script tag`, async () => {
      const { baseUrl } = visit();
      openWith('visitor-country=FR');
      const script = document.createElement('script');
      Object.assign(script.dataset, { baseUrl, apiKey: 'demo-open', simulate });
      configureFromScript(script);
      expect(read(await ready(greeting))).to.equal('Bonjour');
    });

  it('is not kept for the next page', async () => {
    openWith('visitor-country=FR');
    simulating();
    await origin.ip();
    expect(JSON.stringify({ ...sessionStorage })).not.to.contain('FR');
    history.replaceState(null, '', search || location.pathname);
    configure({ simulate: 'true' as unknown as boolean }); // reads the URL again
    expect((await origin.ip()).location?.country?.code).to.equal('GB');
  });

  it('is overridden by the visitor', async () => {
    openWith('visitor-country=FR&visitor-asn=64500');
    simulating();
    const element = await ready(greeting);
    expect(read(element)).to.equal('Bonjour');
    override({ location: { country: { code: 'JP' } } });
    await until(() => read(element) === 'Hello', 'the default');
    expect((await origin.ip()).connection?.asn).to.equal(64500);
    clearOverride();
    await until(() => read(element) === 'Bonjour', 'the simulated visitor');
  });

  it('is the same object while nothing changes', async () => {
    openWith('visitor-country=FR');
    simulating();
    const element = put<VisitorSwitch>(greeting);
    const loads: unknown[] = [];
    element.addEventListener('visitor-load', (event) => loads.push(event));
    await origin.ip();
    await settled();
    const known = [element.data, loads.length];
    configure({ timeout: 4000 });
    await settled();
    expect([element.data, loads.length]).to.deep.equal(known);
    expect(element.data).to.equal(known[0]);
  });
});
