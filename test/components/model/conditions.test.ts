import { expect } from '@open-wc/testing';
import type { Conditions } from '../../../src/model/conditions.js';
import { conditionProblem } from '../../../src/model/conditions.js';
import { pageGroups } from '../../../src/personal/groups.js';
import { matches } from '../../../src/personal/matches.js';

const visitor = {
  ip: '81.2.69.142',
  connection: { asn: 15169, type: 'isp' },
  currency: { code: 'GBP' },
  location: {
    continent: { code: 'EU' },
    country: { code: 'GB' },
    region: { code: 'GB-ENG' },
    city: 'New York',
    language: { code: 'en' },
    longitude: -94.5,
    in_eu: false,
  },
  time_zone: { id: 'America/New_York' },
  user_agent: { name: 'Samsung Internet', device: { type: 'mobile' }, os: { name: 'Chrome OS' } },
};

const cases: [what: string, holds: Conditions[], fails: Conditions[]][] = [
  [
    'tokens are separated by spaces or commas, and any matches',
    [{ country: 'FR GB' }, { country: 'FR,GB' }, { country: ' FR ,\n GB ' }],
    [{ country: 'FR BE' }],
  ],
  ['case is of no account', [{ country: 'gb' }, { network: 'ISP' }, { browser: 'SAMSUNG_INTERNET' }], []],
  [
    '`!` negates a token, and none of those negated may be the value',
    [{ country: '!FR' }, { country: '!FR !BE' }],
    [{ country: '!GB' }, { country: '!FR !GB' }, { country: '!gb' }],
  ],
  [
    'beside negated tokens, one of the others must match',
    [{ country: 'GB !FR' }],
    [{ country: 'BE !FR' }, { country: 'GB !GB' }],
  ],
  [
    'several conditions must all hold',
    [{ continent: 'EU', country: '!FR', asn: 'AS15169' }],
    [
      { continent: 'EU', country: '!GB' },
      { continent: 'AS', country: 'GB' },
    ],
  ],
  [
    'an AS number may be written AS15169 or 15169',
    [{ asn: 'AS15169' }, { asn: 'as15169' }, { asn: '15169' }, { asn: '!AS1' }],
    [{ asn: 'AS1516' }, { asn: '!15169' }],
  ],
  [
    '`eu` is true or false, and true where it is empty',
    [{ eu: 'false' }, { eu: 'FALSE' }, { eu: '!true' }],
    [{ eu: 'true' }, { eu: '' }, { eu: '!false' }],
  ],
  [
    'a name with a space is written with `_` or `-`, or as the whole list',
    [
      { browser: 'Samsung_Internet' },
      { os: 'macOS chrome-os' },
      { browser: 'Samsung Internet' },
      { browser: '!Chrome' },
    ],
    [{ browser: '!samsung_internet' }, { os: 'Chrome' }],
  ],
  [
    '`gpc` is what this browser signals, and true where it is empty',
    [{ gpc: false }, { gpc: 'false' }, { gpc: '!true', country: 'GB' }],
    [{ gpc: 'true' }, { gpc: '' }, { gpc: 'false', country: 'FR' }],
  ],
  [
    'any other field has `field` and `value`',
    [
      { field: 'location.city', value: 'New York' },
      { field: 'location.city', value: 'Paris New_York' },
      { field: 'location.longitude', value: '-94.5' },
      { field: 'ip', value: '!192.0.2.1' },
    ],
    [
      { field: 'location.city', value: 'York' },
      { field: 'location.longitude', value: '94.5' },
      { field: 'location', value: '[object_Object]' },
    ],
  ],
  [
    'each name reads its field',
    [
      { region: 'GB-ENG' },
      { currency: 'GBP' },
      { language: 'EN' },
      { 'time-zone': 'America/New_York' },
      { device: 'mobile' },
      { os: 'Chrome_OS' },
    ],
    [
      { region: 'GB-SCT' },
      { currency: 'EUR' },
      { language: 'fr' },
      { 'time-zone': 'Europe/Paris' },
      { device: 'desktop' },
    ],
  ],
  [
    'an attribute of a framework or a test is no condition',
    [
      { country: 'GB', 'v-7ba5bd90': '' },
      {
        country: 'GB',
        testid: 'case',
        reason: 'vat',
        counter: '1',
        service: 'x',
        id: '7',
        ios: 'yes',
        use: 'x',
      },
    ],
    [{ 'v-7ba5bd90': '' }, { testid: 'case' }, { country: 'FR', testid: 'case' }],
  ],
  [
    'a mistake never matches, whatever else holds',
    [],
    [
      {},
      { contry: 'GB' },
      { country: 'GB', contry: 'GB' },
      { country: 'GB UK' },
      { country: 'GB', asn: 'ASfoo' },
      { country: '!' },
      { country: '' },
      { field: 'ip' },
      { value: '81.2.69.142' },
      { constructor: 'Object' },
      { field: '__proto__', value: '[object Object]' },
    ],
  ],
];

describe('matching', () => {
  for (const [what, holds, fails] of cases)
    describe(what, () => {
      for (const conditions of holds)
        it(`${JSON.stringify(conditions)} holds`, () => expect(matches(visitor, conditions)).to.equal(true));
      for (const conditions of fails)
        it(`${JSON.stringify(conditions)} fails`, () => expect(matches(visitor, conditions)).to.equal(false));
    });

  it('an EU visitor is in the EU', () => {
    const data = { location: { in_eu: true } };
    expect(matches(data, { eu: '' })).to.equal(true);
    expect(matches(data, { eu: 'true' })).to.equal(true);
    expect(matches(data, { eu: '!false' })).to.equal(true);
    expect(matches(data, { eu: 'false' })).to.equal(false);
  });

  describe('what is unknown matches nothing, a negated token included', () => {
    for (const data of [
      undefined,
      null,
      {},
      { location: null },
      {
        location: { country: { code: null }, in_eu: null },
        connection: { asn: '' },
        user_agent: { name: {} },
      },
      {
        location: { country: { code: '' }, in_eu: 'perhaps' },
        connection: { asn: 'none' },
        user_agent: { name: [] },
      },
    ])
      it(JSON.stringify(data) ?? 'undefined', () => {
        for (const list of ['GB', '!GB']) expect(matches(data, { country: list })).to.equal(false);
        for (const list of ['', 'true', 'false', '!true'])
          expect(matches(data, { eu: list })).to.equal(false);
        for (const list of ['AS1', '!AS1']) expect(matches(data, { asn: list })).to.equal(false);
        for (const list of ['Chrome', '!Chrome']) expect(matches(data, { browser: list })).to.equal(false);
      });
  });
});

describe('a mistake in a condition is named, with what would be right', () => {
  const mistakes: [Conditions, ...parts: string[]][] = [
    [{ contry: 'FR' }, 'data-contry', 'data-country?'],
    [{ county: 'FR' }, 'data-county', 'data-country?'],
    [{ asnum: 'AS1' }, 'data-asnum', 'data-asn?'],
    [{ country: 'FR GBR' }, 'data-country="GBR"', 'two-letter'],
    [{ continet: 'EU' }, 'data-continent?'],
    [{ curency: 'EUR' }, 'data-currency?'],
    [{ langauge: 'fr' }, 'data-language?'],
    [{ timezone: 'Europe/Paris' }, 'data-time-zone?'],
    [{ ans: 'AS1' }, 'data-asn?'],
    [{ netwrok: 'isp' }, 'data-network?'],
    [{ brower: 'Chrome' }, 'data-browser?'],
    [{ feild: 'ip', country: 'FR' }, 'data-feild', 'data-field?'],
    [{ country: 'FR', contry: 'FR' }, 'data-contry'],
    [{ country: 'UK' }, 'data-country="UK"', 'GB'],
    [{ country: '!UK' }, 'data-country="!UK"', 'GB'],
    [{ country: 'FR eu' }, 'data-country="eu"', 'data-eu'],
    [{ country: 'Germany' }, 'data-country="Germany"', 'two-letter codes'],
    [{ testid: 'GB' }, 'no condition'],
    [{ continent: 'Europe' }, 'data-continent="Europe"', 'AF, AN, AS, EU, NA, OC or SA'],
    [{ eu: 'yes' }, 'data-eu="yes"', 'true or false'],
    [{ continent: 'PANA' }, 'data-continent="PANA"'],
    [{ currency: 'EUROS' }, 'data-currency="EUROS"'],
    [{ currency: '€EUR' }, 'data-currency="€EUR"'],
    [{ currency: '€' }, 'data-currency="€"', 'EUR'],
    [{ language: 'french' }, 'data-language="french"', 'two-letter codes'],
    [{ asn: 'ASfoo' }, 'data-asn="ASfoo"', 'AS15169'],
    [{ asn: 'NOAS5' }, 'data-asn="NOAS5"'],
    [{ asn: 'AS0' }, 'data-asn="AS0"'],
    [{ field: 'ip', value: '' }, 'data-value=""'],
    [{ os: '' }, 'data-os=""', 'Use a name'],
    [{ browser: '' }, 'Use a name'],
    [{ region: '' }, 'Use codes such as US-CA'],
    [{ device: 'mobile !' }, 'data-device="!"'],
    [{ field: 'ip' }, 'data-field', 'data-value'],
    [{ value: 'x', country: 'FR' }, 'data-field', 'data-value'],
    [{}, 'no condition', 'data-country, data-continent, data-region, data-eu', 'data-browser', 'data-field'],
    [{ 'v-7ba5bd90': '' }, 'no condition'],
  ];
  for (const [conditions, ...parts] of mistakes)
    it(JSON.stringify(conditions), () => {
      const problem = conditionProblem(conditions, pageGroups());
      for (const part of parts) expect(problem).to.contain(part);
      expect(problem).not.to.contain('\n');
    });

  it('what can match is none', () => {
    for (const [, holds] of cases)
      for (const conditions of holds)
        expect(conditionProblem(conditions, pageGroups()), JSON.stringify(conditions)).to.equal(undefined);
    for (const conditions of [
      { eu: '' },
      { country: 'ZZ' },
      { region: 'anything' },
      { continent: 'af an as eu na oc sa' },
    ])
      expect(conditionProblem(conditions, pageGroups())).to.equal(undefined);
  });
});

describe('conditions that a script wrote', () => {
  it('may be numbers and booleans', () => {
    expect(matches(visitor, { asn: 15169, eu: false })).to.equal(true);
    expect(matches(visitor, { asn: 1516 })).to.equal(false);
    expect(matches({ location: { in_eu: true } }, { eu: true })).to.equal(true);
    expect(matches(visitor, { field: 'location.longitude', value: -94.5 })).to.equal(true);
  });

  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (const wrong of [undefined, null, 5, 'GB', Symbol('GB'), Object.create(null), [], cyclic, () => 'GB'])
    it(`hold for nobody, and harm nothing, where they are ${typeof wrong === 'object' ? Object.prototype.toString.call(wrong) : String(wrong)}`, () => {
      const names = ['country', 'asn', 'eu', 'field'];
      const all = [wrong, ...names.map((name) => ({ [name]: wrong })), { field: wrong, value: wrong }];
      for (const conditions of all as Conditions[]) {
        expect(conditionProblem({ contry: 'GB', ...Object(conditions) }, pageGroups())).to.be.a('string');
        if (wrong !== 'GB') expect(matches(visitor, conditions)).to.equal(false);
      }
    });
});
