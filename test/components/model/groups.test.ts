import { expect } from '@open-wc/testing';
import { configure } from '../../../src/configure.js';
import { conditionProblem } from '../../../src/devtools/condition-problem.js';
import * as lookupModule from '../../../src/lookup/index.js';
import { origin, type Settings } from '../../../src/lookup/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import { type Conditions, conditionMistake } from '../../../src/model/conditions.js';
import { countries, countryList } from '../../../src/model/country-lists.js';
import { htmlAttributes } from '../../../src/personal/expose.js';
import { matches } from '../../../src/personal/matches.js';
import { pageGroups } from '../../../src/personal/page-groups.js';
import { onDisplayChange } from '../../../src/personal/personalise.js';
import { cleanUp, simulationOf } from '../support/page.js';

const from = (code: string) => ({ location: { country: { code } } });

/** Those of the countries whose visitors the conditions match. */
const reached = (conditions: Conditions, ...codes: string[]) =>
  codes.filter((code) => matches(from(code), conditions));

describe('a group of countries', () => {
  afterEach(cleanUp);

  it('matches its countries, with other tokens, in upper or lower case', () => {
    const codes = ['DE', 'no', 'IS', 'LI', 'GB', 'CH', 'JP'];
    expect(reached({ country: '@eea GB' }, ...codes)).to.deep.equal(['DE', 'no', 'IS', 'LI', 'GB']);
    expect(reached({ country: '@EEA,gb' }, ...codes)).to.deep.equal(['DE', 'no', 'IS', 'LI', 'GB']);
    expect(reached({ country: '@eu' }, ...codes)).to.deep.equal(['DE']);
  });

  it('negated excludes them all', () => {
    expect(reached({ country: '!@eea' }, 'DE', 'NO', 'GB', 'JP')).to.deep.equal(['GB', 'JP']);
    expect(reached({ country: '!@eu !CH' }, 'DE', 'NO', 'CH', 'JP')).to.deep.equal(['NO', 'JP']);
    expect(reached({ country: '@eea !DE' }, 'DE', 'NO', 'GB')).to.deep.equal(['NO']);
    expect(reached({ country: '!@eea' }, '')).to.deep.equal([]);
  });

  it('has the EU’s members, and in the EEA three more', () => {
    const union = groupsOf('FR', 'HR', 'AX', 'GF');
    expect(union).to.deep.equal(['eu eea', 'eu eea', 'eu eea', 'eu eea']);
    expect(groupsOf('IS', 'LI', 'NO')).to.deep.equal(['eea', 'eea', 'eea']);
    expect(groupsOf('GB', 'CH', 'TR', 'SJ', '')).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  const groupsOf = (...codes: string[]) => codes.map((code) => htmlAttributes(from(code)).groups);

  it('is named in the attribute, in lower or upper case alike', () => {
    configure({ groups: { nordics: 'DK FI IS NO SE' } });
    expect(groupsOf('SE', 'no', 'JP')).to.deep.equal(['eu eea nordics', 'eea nordics', undefined]);
  });

  it('have in the attribute the page’s own spelling of their name', () => {
    configure({ groups: { DACH: 'DE AT CH' } });
    expect(groupsOf('DE')).to.deep.equal(['eu eea DACH']);
    expect(matches(from('DE'), { country: '@dach' })).to.equal(true);
  });

  for (const [what, groups] of Object.entries({
    'a text': { nordics: 'DK FI, is\n NO SE' },
    'a list': { nordics: ['DK', 'FI', 'is', 'NO', 'SE'] },
    JSON: '{"nordics": "DK FI IS NO SE"}',
    'JSON with a list': '{"Nordics": ["DK", "FI", "IS", "NO", "SE"]}',
  }))
    it(`may be set as ${what}`, () => {
      configure({ groups } as Settings);
      expect(reached({ country: '@nordics' }, 'DK', 'IS', 'DE')).to.deep.equal(['DK', 'IS']);
      expect(reached({ country: '@eea' }, 'DK', 'DE', 'GB')).to.deep.equal(['DK', 'DE']);
    });

  it('notifies its listeners only when it changes, until they end', () => {
    let told = 0;
    const end = onDisplayChange(thisPage(), () => {
      told++;
    });
    configure({ groups: { dach: 'DE AT CH' } });
    expect(told).to.equal(1);
    configure({ groups: { dach: 'DE AT CH' } });
    expect(told).to.equal(1);
    end();
    configure({ groups: { dach: 'DE' } });
    expect(told).to.equal(1);
  });

  it('with an impossible name is reported', async () => {
    for (const name of ['my shop', 'a,b', '@eu', '!eu', '']) {
      configure({ baseUrl: 'https://service.example/', apiKey: 'key-1', groups: { [name]: 'DE' } });
      const error = await origin.ip().catch((reason) => reason);
      expect(error.message, name).to.match(/^The setting "groups" is .*names without spaces/);
    }
  });

  it('is added to the built-in ones', () => {
    configure({ groups: { dach: 'DE AT CH' } });
    configure({ groups: { nordics: 'DK FI IS NO SE' } });
    expect(reached({ country: '@dach @nordics' }, 'CH', 'SE', 'FR')).to.deep.equal(['CH', 'SE']);
    configure({ groups: { dach: 'DE' } });
    expect(reached({ country: '@dach @nordics' }, 'CH', 'SE', 'DE')).to.deep.equal(['SE', 'DE']);
  });

  it('that is named like a country leaves the country’s code as it is', () => {
    configure({ groups: { us: 'US PR' } });
    expect(reached({ country: 'US' }, 'US', 'PR')).to.deep.equal(['US']);
    expect(reached({ country: '@us' }, 'US', 'PR')).to.deep.equal(['US', 'PR']);
  });

  it('is not removed by one that is set in the lookup module', () => {
    configure({ groups: { dach: 'DE AT CH' } });
    lookupModule.configure({ groups: { nordics: 'DK FI IS NO SE' } });
    expect(reached({ country: '@dach' }, 'DE', 'DK')).to.deep.equal(['DE']);
  });

  it('without countries matches nobody, and negated every known country', () => {
    configure({ groups: { nowhere: '', never: [] } });
    expect(reached({ country: '@nowhere @never' }, 'DE', 'JP')).to.deep.equal([]);
    expect(reached({ country: '!@nowhere' }, 'DE', 'JP', '')).to.deep.equal(['DE', 'JP']);
    expect(groupsOf('')).to.deep.equal([undefined]);
  });

  it('doesn’t match a placeholder, not even negated', () => {
    for (const country of ['!@eea', '!GB', 'XX', '@eea'])
      expect(reached({ country }, 'XX', 'ZZ', 'T1', 'AP', 'EU', 'UK', ''), country).to.deep.equal([]);
  });

  it('that doesn’t exist matches nobody, not even negated', () => {
    for (const country of ['@nordic', '!@nordic', 'DE @nordic', '@', '!@', '@constructor', '@__proto__'])
      expect(reached({ country }, 'DE', 'JP'), country).to.deep.equal([]);
  });

  it('belongs to the country alone', () => {
    expect(matches({ location: { continent: { code: 'DE' } } }, { continent: '@eu' })).to.equal(false);
    expect(matches(from('@eu'), { country: '@eu' })).to.equal(false);
    expect(matches({ name: '@eu' }, { field: 'name', value: '@eu' })).to.equal(true);
    for (const network of ['@eu isp', '@acme isp'])
      expect(matches({ connection: { type: network.slice(0, -4) } }, { network }), network).to.equal(true);
  });

  it('with a name of one letter is not taken for the end of a code', () => {
    configure({ groups: { e: 'FR' } });
    expect(reached({ country: 'DE' }, 'DE', 'FR')).to.deep.equal(['DE']);
    expect(reached({ country: '@e' }, 'DE', 'FR')).to.deep.equal(['FR']);
  });

  for (const [conditions, ...says] of [
    [{ country: '@nordic' }, 'data-country="@nordic"', 'no group nordic', 'data-country="@nordics"'],
    [{ country: '@overseas' }, 'no group overseas. Use one of @eu, @eea, @nordics.'],
    [{ country: 'DE !@eaa' }, 'data-country="!@eaa"', 'data-country="@eea"'],
    [{ country: 'EEA' }, 'data-country="EEA"', 'data-country="@EEA"'],
    [{ eea: '' }, 'data-eea', 'data-country="@eea"'],
    [{ eea: 'true', country: 'DE' }, 'data-eea', 'data-country="@eea"'],
    [{ nordics: '' }, 'data-nordics', 'data-country="@nordics"'],
  ] as const)
    it(`is reported with a correction: ${JSON.stringify(conditions)}`, () => {
      configure({ groups: { nordics: 'DK FI IS NO SE' } });
      const problem = conditionProblem(conditions as Conditions, pageGroups(thisPage()));
      for (const part of says) expect(problem).to.include(part);
      expect(matches(from('SE'), conditions as Conditions)).to.equal(false);
    });
});

describe('a group of countries and regions', () => {
  beforeEach(() => configure({ groups: { 'opt-out': 'US-CA us-co CH', states: 'US-TX' } }));
  afterEach(cleanUp);

  /** Places, each with its country, its region, and whether it is in `@opt-out`; `undefined`: that is unknown. */
  const places: [country: string | undefined, region: string | undefined, isIn: boolean | undefined][] = [
    ['US', 'US-CA', true],
    ['us', 'us-ca', true],
    ['US', 'US-CO', true],
    ['US', 'US-TX', false],
    ['US', undefined, undefined],
    ['US', '', undefined],
    ['US', 'CA', undefined], // of another form: it may be in the group
    ['CH', undefined, true],
    ['CH', 'CH-ZH', true],
    ['DE', undefined, false],
    ['DE', 'DE-BE', false],
    [undefined, 'US-CA', true],
    [undefined, 'US-TX', undefined],
    [undefined, undefined, undefined],
    ['XX', undefined, undefined],
    ['EU', undefined, undefined],
  ];
  const at = (country: string | undefined, region: string | undefined) => ({
    location: { country: { code: country }, region: { code: region } },
  });

  for (const [country, region, isIn] of places)
    it(`in data-region: ${country} ${region} is ${isIn === undefined ? 'unknown and matches nothing' : isIn}`, () => {
      const data = at(country, region);
      expect(matches(data, { region: '@opt-out' })).to.equal(isIn === true);
      expect(matches(data, { region: '!@opt-out' })).to.equal(isIn === false);
      expect(matches(data, { region: '@OPT-OUT @states' })).to.equal(isIn === true || region === 'US-TX');
      expect(htmlAttributes(data).groups?.includes('opt-out') ?? false).to.equal(isIn === true);
    });

  it('in data-region beside codes: each token is decided by itself', () => {
    expect(matches(at('US', 'US-NY'), { region: '@opt-out US-NY' })).to.equal(true);
    expect(matches(at('CH', ''), { region: '@opt-out US-NY' })).to.equal(true);
    expect(matches(at('US', 'US-CA'), { region: '@opt-out !US-CA' })).to.equal(false);
    expect(matches(at('US', 'US-CO'), { region: '@opt-out !US-CA' })).to.equal(true);
    expect(matches(at('DE', ''), { region: '!@opt-out !US-NY' }), 'the region is unknown').to.equal(false);
    expect(matches(at('DE', ''), { region: '@eea' })).to.equal(true);
    expect(matches(at('GB', ''), { region: '!@eea' })).to.equal(true);
  });

  it('in data-country means its countries; negated it never matches a visitor whose region decides', () => {
    const codes = ['US', 'CH', 'DE', ''];
    expect(reached({ country: '@opt-out' }, ...codes)).to.deep.equal(['CH']);
    expect(reached({ country: '!@opt-out' }, ...codes)).to.deep.equal(['DE']);
    expect(matches(at('US', 'US-TX'), { country: '!@opt-out' })).to.equal(false);
    expect(matches(at('US', 'US-CA'), { country: '@opt-out' })).to.equal(false);
    expect(reached({ country: '@opt-out US' }, ...codes)).to.deep.equal(['US', 'CH']);
  });

  for (const [conditions, ...says] of [
    [{ country: '!@opt-out' }, 'data-country="!@opt-out"', 'Use data-region="!@opt-out".'],
    [{ country: 'DE @states' }, 'data-country="@states"', 'Use data-region="@states".'],
    [{ region: 'opt-out' }, 'data-region="opt-out" never matches', 'data-region="@opt-out"'],
    [{ region: '@opt-ot' }, 'no group opt-ot', 'data-region="@opt-out"'],
    [{ region: '!@nowhere' }, 'no group nowhere', '@opt-out'],
  ] as const)
    it(`is reported with a correction: ${JSON.stringify(conditions)}`, () => {
      const problem = conditionProblem(conditions as Conditions, pageGroups(thisPage()));
      for (const part of says) expect(problem).to.include(part);
    });

  it('is no contradiction of a country that has one of its regions', () => {
    const conditions = { country: 'US', region: '@states' };
    expect(conditionProblem(conditions, pageGroups(thisPage()))).to.equal(undefined);
  });

  it('is named for leaving out regions in a line of visitors’ consoles too', () => {
    const said = (country: string) => conditionMistake({ country }, pageGroups(thisPage()), 'data-');
    for (const group of ['!@opt-out', '@states'])
      expect(said(`DE ${group}`)).to.equal(`data-country="${group}" leaves out regions. Use data-region.`);
    expect(said('@opt-out !@eea')).to.equal(undefined);
  });

  it('is not named where it is right', () => {
    for (const conditions of [
      { country: '@opt-out' },
      { region: '@opt-out !@states' },
      { region: '!@eea US-CA' },
      { country: '!@eea' },
    ] as Conditions[])
      expect(conditionProblem(conditions, pageGroups(thisPage())), JSON.stringify(conditions)).to.equal(
        undefined,
      );
  });

  it('that isn’t there matches nobody, negated too', () => {
    for (const region of ['@opt-in', '!@opt-in', '@', '!@', '@constructor'])
      for (const [country, code] of places)
        expect(matches(at(country, code), { region }), region).to.equal(false);
  });

  for (const groups of [
    { good: 'DE', wrong: 'US-CALIF' },
    { good: 'DE', wrong: 'US-' },
    { good: 'DE', wrong: 'US CA-' },
    { good: 'DE', wrong: 'USA' },
    { good: 'DE', wrong: 'UK-ENG' },
    { good: 'DE', wrong: ['EU'] },
    { good: 'DE', wrong: 'ZZ' },
    { good: 'DE', wrong: 'XX-CA' },
    { good: 'DE', wrong: 'US_CA' },
    { good: 'DE', wrong: 'DE:AT' },
  ])
    it(`with a wrong code is named, and no other: ${groups.wrong}`, async () => {
      configure({ baseUrl: 'https://service.example/', apiKey: 'key-1', groups });
      const { code, message } = await origin.ip().catch((reason) => reason);
      expect([code, message]).to.deep.equal([
        'misconfigured',
        `The setting "groups" is "wrong: ${groups.wrong}". Use lists of codes such as CH and US-CA, by names without spaces.`,
      ]);
      expect(matches(at('DE', ''), { country: '@good' }), 'no group is used').to.equal(false);
    });

  it('gives a select its countries, and is a mistake if it has none', () => {
    const list = (text: string) => countryList(countries('en'), text, '', pageGroups(thisPage()));
    expect(list('@opt-out DE').others.map(([code]) => code)).to.deep.equal(['DE', 'CH']);
    expect(list('!@opt-out').others.map(([code]) => code))
      .to.include('US')
      .and.not.to.include('CH');
    expect(list('@states').mistakes).to.deep.equal([
      'countries="@states" is ignored. Use codes such as GB, or groups such as @eea.',
    ]);
  });

  it('follows a simulated region, which is in its country', () => {
    const simulated = (search: string) => simulationOf(search)?.data;
    const data = simulated('visitor-region=us-ca');
    expect(data).to.deep.equal({ location: { region: { code: 'US-CA' }, country: { code: 'US' } } });
    expect(matches(data, { region: '@opt-out', country: 'US' })).to.equal(true);
    expect(htmlAttributes(data).groups).to.equal('opt-out');
    expect(simulated('visitor-region=US-CA&visitor-country=DE')?.location?.country).to.deep.equal({
      code: 'DE',
    });
    expect(simulated('visitor-region=UK-ENG')).to.equal(undefined);
  });
});

describe('a list of countries to choose from', () => {
  beforeEach(() => configure({ groups: { dach: 'DE AT CH', nordics: 'DK FI IS NO SE', nowhere: '' } }));
  afterEach(cleanUp);

  const all = countries('en');
  const listed = (list: string, named = '') => {
    const { preferred, others } = countryList(all, list, named, pageGroups(thisPage()));
    return [preferred, others].map((part) => part.map(([code]) => code).join(' '));
  };
  const allBut = (...out: string[]) =>
    all
      .map(([code]) => code)
      .filter((code) => !out.includes(code))
      .join(' ');

  for (const [list, first, ...parts] of [
    ['DE AT CH', '', '', 'AT DE CH'], // Austria, Germany, Switzerland
    ['de,ch,  at DE\n@dach', '', '', 'AT DE CH'],
    ['DE AT @nordics', '', '', 'AT DK FI DE IS NO SE'],
    ['@nordics !IS', '', '', 'DK FI NO SE'],
    ['@eea !@EU', '', '', 'IS LI NO'],
    ['!IS @nordics', '', '', 'DK FI NO SE'],
    ['DE AT CH', 'DE', 'DE', 'AT CH'],
    ['DE AT CH', 'CH DE CH AT', 'CH DE AT', ''],
    ['DE AT CH', 'FR @dach', 'AT DE CH', ''],
    ['DE AT CH', 'FR', '', 'AT DE CH'],
    ['@nordics', '@nordics !FI', 'DK IS NO SE', 'FI'],
    ['@nordics', '!FI', '', 'DK FI IS NO SE'],
    ['DE @nowhere', '', '', 'DE'],
    ['@nowhere', '', '', ''],
    ['DE Austria @nordic ! @', 'Germany', '', 'DE'],
    ['DE !DE', '', '', ''],
  ] as const)
    it(`"${list}", first "${first}", is "${parts[0]}" and then "${parts[1]}"`, () => {
      expect(listed(list, first)).to.deep.equal([...parts]);
    });

  it('has all countries if there is no valid token', () => {
    for (const list of ['', ' , ', '!', 'Germany', '@nordic', 'XX', '!@nordic', '__proto__'])
      expect(listed(list), list).to.deep.equal(['', allBut()]);
    expect(listed('!RU, !by')).to.deep.equal(['', allBut('RU', 'BY')]);
    expect(listed('!@dach', '@nordics')).to.deep.equal([
      'DK FI IS NO SE',
      allBut('DE', 'AT', 'CH', 'DK', 'FI', 'IS', 'NO', 'SE'),
    ]);
  });

  it('follows the page’s groups', () => {
    expect(listed('@dach @isles')[1]).to.equal('AT DE CH');
    configure({ groups: { dach: 'DE', isles: 'GB IE' } });
    expect(listed('@dach @isles')[1]).to.equal('DE IE GB');
  });

  for (const [list, written] of [
    ['DE Germany', 'Germany'],
    ['UK', 'UK'],
    ['XX', 'XX'],
    ['!QQ', '!QQ'],
    ['@nordic', '@nordic'],
    ['@overseas', '@overseas'],
    ['dach', 'dach'],
    ['EU', 'EU'],
    ['!', '!'],
  ] as const)
    it(`names a value without a country: ${list}`, () => {
      expect(countryList(all, list, '', pageGroups(thisPage())).mistakes).to.deep.equal([
        `countries="${written}" is ignored. Use codes such as GB, or groups such as @eea.`,
      ]);
    });

  it('reports nothing about correct tokens', () => {
    for (const list of ['', 'DE, at', '!RU', '@dach !@EEA', '@nowhere'])
      expect(countryList(all, list, list, pageGroups(thisPage())).mistakes).to.deep.equal([]);
  });
});
