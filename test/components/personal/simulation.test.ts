import { expect } from '@open-wc/testing';
import {
  clearOverride,
  configure,
  expose,
  origin,
  override,
  type VisitorCountrySelect,
} from '../../../src/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import { hearConsole, put, ready, settled, shown, until, visit } from '../elements/support.js';
import { simulate, stored } from '../support/page.js';
import { choose, greeting, read, type VisitorSwitch } from './support.js';

describe('a simulated visitor', () => {
  const console = hearConsole();
  afterEach(() => {
    clearOverride();
    simulate('');
  });

  it('is shown by elements, promises and attributes on <html>', async () => {
    visit();
    simulate('visitor-country=FR&visitor-asn=64500&visitor-currency=EUR&visitor-eu=true');
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
    for (const fault of ['fault/slow-200/', 'fault/status-500/']) {
      visit(fault);
      simulate('visitor-country=FR');
      const element = await ready(greeting);
      expect(read(element)).to.equal('Bonjour');
      element.remove();
    }
  });

  it('shows again when the visitor’s choice is taken back', async () => {
    visit();
    simulate('visitor-country=FR');
    const select = await ready<VisitorCountrySelect>('<visitor-country-select></visitor-country-select>');
    choose(select, 'DE');
    await settled();
    expect([select.value, (await origin.ip()).location?.country?.code]).to.deep.equal(['DE', 'DE']);
    clearOverride();
    await settled();
    expect(select.value).to.equal('FR');
  });

  it('is overridden by the visitor', async () => {
    visit();
    simulate('visitor-country=FR&visitor-asn=64500');
    const element = await ready(greeting);
    expect(read(element)).to.equal('Bonjour');
    override({ location: { country: { code: 'JP' } } });
    await until(() => read(element) === 'Hello', 'the default');
    expect(stored().join()).to.include('JP');
    expect((await origin.ip()).connection?.asn).to.equal(64500);
    clearOverride();
    await until(() => read(element) === 'Bonjour', 'the simulated visitor');
  });

  it('is the same object while nothing changes', async () => {
    visit();
    simulate('visitor-country=FR');
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

  it('alone is neither paid for nor stored, and the real one follows when the simulation ends', async () => {
    const { requests } = visit();
    simulate('visitor-country=FR', globalThis, { isAlone: true });
    const element = await ready(greeting);
    const network = put('<visitor-asn>a network</visitor-asn>');
    expect((await origin.ip()).location?.country?.code).to.equal('FR');
    const failure = await origin.asn().catch((error) => error);
    expect([failure.code, failure.message]).to.deep.equal([
      'skipped',
      'No request was sent: a visitor is simulated.',
    ]);
    await settled();
    expect([read(element), shown(network), stored()]).to.deep.equal(['Bonjour', 'a network', []]);
    expect(await requests()).to.equal(0);
    simulate('');
    await until(() => read(element) === 'Good day', 'the real visitor');
    await until(() => network.matches(':state(ready)'), 'the real network');
    expect(await requests()).to.equal(2);
  });

  it('is waited for while the page is held: nothing is requested, shown, written or stored', async () => {
    const { requests } = visit('', { overrideCookie: 'held' });
    const { state, notify } = thisPage();
    state.isHeld = true;
    const stop = expose();
    const element = put(greeting);
    let isSettled = false;
    const promise = origin.ip().then((data) => {
      isSettled = true;
      return data;
    });
    override({ location: { country: { code: 'JP' } } });
    await settled();
    expect([read(element), isSettled, document.cookie.includes('held')]).to.deep.equal([
      'Hello',
      false,
      false,
    ]);
    clearOverride();
    expect(
      Object.keys(document.documentElement.dataset).filter((name) => name.startsWith('visitor')),
    ).to.deep.equal([]);
    expect(await requests()).to.equal(0);
    state.isHeld = false;
    notify();
    expect((await promise).location?.country?.code).to.equal('GB');
    await until(() => read(element) === 'Good day', 'the real visitor');
    stop();
  });

  it('is no setting of a script any more, which is named with the way out', () => {
    visit();
    console.length = 0;
    configure({ simulate: true, colour: 'blue' } as object);
    expect(console).to.deep.equal([
      'visitor-elements: There is no setting "simulate", "colour". To simulate, import visitor-elements/devtools.js.',
    ]);
  });
});
