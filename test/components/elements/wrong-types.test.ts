import {
  configure,
  VisitorCountrySelect,
  type VisitorInfo,
  type VisitorUserAgent,
  type VisitorValue,
} from '../../../src/index.js';
import { expect, hearConsole, put, reaches, ready, rows, settled, shown, visit } from './support.js';

const cyclic: Record<string, unknown> = {};
cyclic.itself = cyclic;

/** Values of wrong types that a script may set. The first might be intended. */
const mistakes: [what: string, given: unknown][] = [
  ['a list', ['ip', 'connection.asn']],
  ['a number', 5],
  ['not a number', Number.NaN],
  ['a big number', 5n],
  ['true', true],
  ['an object', { field: 'ip' }],
  ['an object without a prototype', Object.create(null)],
  ['an object in a circle', cyclic],
  ['a list of symbols', [Symbol('ip')]],
  ['a symbol', Symbol('ip')],
  ['a function', () => 'ip'],
  ['a date', new Date(0)],
  ['null', null],
];

const errors: unknown[] = [];
const hear = (event: Event) =>
  errors.push((event as ErrorEvent).message ?? (event as PromiseRejectionEvent).reason);

describe('a property that is true or false', () => {
  it('is false until it is set, by script or markup, also before the element is defined', async () => {
    const select = document.createElement('visitor-country-select');
    expect([select.disabled, select.required]).to.deep.equal([false, false]);
    expect(select.getAttributeNames()).to.deep.equal([]);
    const set = put<VisitorCountrySelect>('<visitor-country-select disabled></visitor-country-select>');
    expect([set.disabled, set.required]).to.deep.equal([true, false]);
    await set.updateComplete;
    expect(set).to.have.attribute('disabled');
    const early = document.createElementNS('http://www.w3.org/1999/xhtml', 'early-select');
    Object.assign(early, { required: true });
    VisitorCountrySelect.define('early-select');
    document.body.append(early);
    await (early as VisitorCountrySelect).updateComplete;
    expect([Reflect.get(early, 'required'), early.hasAttribute('required')]).to.deep.equal([true, true]);
    early.remove();
  });
});

describe('a property of the wrong type', () => {
  const said = hearConsole();
  before(() => {
    for (const type of ['error', 'unhandledrejection']) addEventListener(type, hear);
  });
  beforeEach(() => {
    errors.length = 0;
    visit();
  });
  afterEach(() => expect(errors).to.deep.equal([]));
  after(() => {
    for (const type of ['error', 'unhandledrejection']) removeEventListener(type, hear);
  });

  it('is reported on the console, with its name', async () => {
    configure({ maxAge: 60 });
    const value = await ready<VisitorValue>(
      '<visitor-value field="ip" as="flags" from="ips"></visitor-value>',
    );
    Object.assign(value, { field: { name: 'ip' } });
    await value.updateComplete;
    expect(said.join('\n')).to.include('The property "field" is an object. Use a text.');
    expect(said.join('\n')).to.include(
      '"as" is "flags". Use text, region, language, currency, number, time, flag',
    );
    expect(said.join('\n')).to.include('"from" is "ips". Use ip, asn, user-agent.');
  });

  for (const [what, given] of mistakes) {
    for (const name of ['field', 'from', 'as', 'loading', ...(typeof given === 'number' ? ['lang'] : [])])
      it(`breaks no value: ${name} is ${what}`, async () => {
        const value = put<VisitorValue>('<visitor-value field="ip">an address</visitor-value>');
        await reaches(value, 'ready');
        Object.assign(value, { [name]: given });
        await value.updateComplete;
        await settled();
        expect(shown(value)).to.equal(name === 'field' ? 'an address' : '81.2.69.142');
        value.field = 'ip';
        Object.assign(value, { from: 'ip', as: 'text' });
        await value.updateComplete;
        expect(shown(value)).to.equal('81.2.69.142');
      });

    for (const name of ['fields', 'labels', 'loading'])
      it(`breaks no card: ${name} is ${what}`, async () => {
        const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
        Object.assign(card, { [name]: given });
        await card.updateComplete;
        await settled();
        expect(shown(card)).not.to.equal('');
        Object.assign(card, { fields: 'ip', labels: undefined });
        await card.updateComplete;
        expect(Object.values(rows(card))).to.deep.equal(['81.2.69.142']);
      });

    it(`breaks no User-Agent lookup: ua is ${what}`, async () => {
      const card = put<VisitorUserAgent>('<visitor-user-agent></visitor-user-agent>');
      Object.assign(card, { ua: given });
      await reaches(card, 'ready');
      expect(card.error).to.equal(undefined);
    });

    for (const name of ['baseUrl', 'apiKey', 'auth', 'params'])
      it(`breaks no lookup: ${name} is ${what}`, async () => {
        const value = put<VisitorValue>('<visitor-value field="ip">an address</visitor-value>');
        Object.assign(value, { [name]: given });
        await value.updateComplete;
        const usable = !given || (name === 'params' && typeof given === 'string');
        await reaches(value, usable ? 'ready' : 'error');
        if (!usable) expect(value.error?.code).to.equal('misconfigured');
        if (!usable) expect(shown(value)).to.equal('an address');
        Object.assign(value, { [name]: undefined });
        await reaches(value, 'ready');
        expect(shown(value)).to.equal('81.2.69.142');
      });
  }

  it('is used as a list of fields if it is an array of names', async () => {
    const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
    Object.assign(card, { fields: ['ip', 'connection.asn'] });
    await card.updateComplete;
    expect(Object.keys(rows(card))).to.deep.equal(['Address', 'AS number']);
    expect(said).to.deep.equal([]);
  });
});
