import type { VisitorInfo } from '../../../src/index.js';
import { clearOverride, configure, override } from '../../../src/index.js';
import {
  answered,
  expect,
  hearConsole,
  put,
  reaches,
  ready,
  rows,
  settled,
  shown,
  unanswered,
  visit,
} from './support.js';

const labelled = (labels: string) =>
  ready<VisitorInfo>(`<visitor-info fields="ip currency.code" labels='${labels}'></visitor-info>`);

describe('rows', () => {
  it('have readable labels', async () => {
    visit();
    const card = await ready(
      '<visitor-info fields="ip connection.asn location.in_eu time_zone.id"></visitor-info>',
    );
    expect(rows(card)).to.deep.equal({
      Address: '81.2.69.142',
      'AS number': 'AS20712',
      'In the EU': 'No',
      'Time zone id': 'Europe/London',
    });
  });

  it('have short labels for a location and what follows from it', async () => {
    visit('from/sample-office/');
    const names = ['city', 'postal', 'region.name', 'country.name', 'language.name'].map(
      (name) => `location.${name}`,
    );
    const others = ['time_zone.name', 'currency.name', 'user_agent.os.name'];
    const card = await ready(`<visitor-info fields="${[...names, ...others].join(' ')}"></visitor-info>`);
    expect(Object.keys(rows(card))).to.deep.equal([
      'City',
      'Postal',
      'Region',
      'Country',
      'Language',
      'Time zone',
      'Currency',
      'System',
    ]);
  });

  it('have short labels for long names, and words for the service’s own spellings', async () => {
    visit('from/sample-office/');
    const browser = await ready(
      '<visitor-info fields="user_agent.device.brand user_agent.device.type user_agent.device.name"></visitor-info>',
    );
    expect(rows(browser)).to.deep.equal({ Brand: 'Sample', Device: 'Desktop', Model: 'PC' });
    const network = await ready(
      '<visitor-asn fields="prefixes.ipv4_count prefixes.ipv6_count"></visitor-asn>',
    );
    expect(Object.keys(rows(network))).to.deep.equal(['IPv4 prefixes', 'IPv6 prefixes']);
    const american = await answered({ registry: 'arin' }, () => {
      visit();
      return ready('<visitor-asn fields="registry"></visitor-asn>');
    });
    expect(rows(american)).to.deep.equal({ Registry: 'ARIN' });
  });

  for (const [type, word] of [
    ['mobile', 'Phone'],
    ['tv', 'TV'],
    ['smart watch', 'Smart watch'],
  ] as const)
    it(`show the device "${type}" as ${word}`, async () => {
      const card = await answered({ user_agent: { device: { type } } }, () => {
        visit();
        return ready('<visitor-info fields="user_agent.device.type"></visitor-info>');
      });
      expect(rows(card)).to.deep.equal({ Device: word });
    });

  it('are renamed by JSON in the attribute; others keep their labels', async () => {
    visit();
    expect(Object.keys(rows(await labelled('{"ip": "Ihre Adresse"}')))).to.deep.equal([
      'Ihre Adresse',
      'Currency code',
    ]);
  });

  it('are renamed by the property', async () => {
    visit();
    const card = await ready<VisitorInfo>('<visitor-info fields="ip"></visitor-info>');
    card.labels = { ip: 'Adresse' };
    await card.updateComplete;
    expect(rows(card)).to.deep.equal({ Adresse: '81.2.69.142' });
    card.labels = undefined;
    await card.updateComplete;
    expect(rows(card)).to.deep.equal({ Address: '81.2.69.142' });
  });

  it('are renamed when the attribute changes, and get their labels back without it', async () => {
    visit();
    const card = await labelled('{"ip": "Adresse"}');
    card.setAttribute('labels', '{"ip": "Adres"}');
    await card.updateComplete;
    expect(rows(card)).to.have.property('Adres');
    card.removeAttribute('labels');
    await card.updateComplete;
    expect(rows(card)).to.have.property('Address');
  });

  it('show a label as text, whatever it contains', async () => {
    visit();
    const card = await labelled('{"ip": "<img src=x onerror=alert(1)>", "currency.code": 7}');
    expect(Object.keys(rows(card)).sort()).to.deep.equal(['7', '<img src=x onerror=alert(1)>']);
    expect(card.shadowRoot?.querySelectorAll('dl img')).to.have.length(0);
  });

  it('keep their labels if the new one is empty or not a text', async () => {
    visit();
    for (const name of ['""', 'null', '{"toString": {}}', '["Adresse"]'])
      expect(rows(await labelled(`{"ip": ${name}}`)), name).to.have.property('Address');
  });

  it('are in the order of the attribute fields, which may use commas', async () => {
    visit();
    const card = await ready('<visitor-info fields="currency.code,ip , type"></visitor-info>');
    expect(Object.keys(rows(card))).to.deep.equal(['Currency code', 'Address', 'Type']);
  });

  it('are the default ones if the attribute fields is empty', async () => {
    visit();
    const card = await ready<VisitorInfo>('<visitor-info fields=" , "></visitor-info>');
    expect(Object.keys(rows(card))).to.deep.equal(['Address', 'Network', 'Browser', 'Device']);
  });

  it('are left out if the data has no such field, or can’t have one', async () => {
    visit();
    const card = await ready(
      '<visitor-info fields="location.city nonsense ip __proto__ constructor toString"></visitor-info>',
    );
    expect(rows(card)).to.deep.equal({ Address: '81.2.69.142' });
  });
});

describe('labels that aren’t a JSON object', () => {
  const warnings = hearConsole();
  for (const wrong of ['{ip: "Address"}', '["Address"]', '"Address"', 'null', 'Address'])
    it(`are reported once, and change nothing: ${wrong}`, async () => {
      visit();
      for (let i = 0; i < 3; i++) expect(rows(await labelled(wrong))).to.have.property('Address');
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.include('labels').and.include(wrong).and.include('JSON object');
    });
});

describe('the words beside what is shown', () => {
  afterEach(() => clearOverride());

  it('say who chose the country and that data may be stale, and separate the city from its country', async () => {
    visit('from/sample-office/');
    const card = await ready<VisitorInfo>('<visitor-info></visitor-info>');
    expect(shown(card)).to.include('Berlin, Germany');
    configure({ timeout: 10 });
    await unanswered(() => card.refresh());
    await settled();
    expect(shown(card)).to.include('May be out of date');
    override({ location: { country: { code: 'JP' } } });
    await settled();
    expect(shown(card)).to.include('Chosen by you');
  });

  it('differ if one field is shown in two ways', async () => {
    visit();
    const box = put(
      '<p><visitor-value field="location.country.code"></visitor-value> <visitor-value field="location.country.code" as="region"></visitor-value></p>',
    );
    for (const value of box.children) await reaches(value, 'ready');
    expect([...box.children].map(shown)).to.deep.equal(['GB', 'United Kingdom']);
  });
});
