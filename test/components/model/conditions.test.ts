import { expect } from '@open-wc/testing';
import { conditionProblem } from '../../../src/devtools/condition-problem.js';
import { thisPage } from '../../../src/lookup/page.js';
import { matches as matchesStrictly, pageMatches } from '../../../src/personal/matches.js';
import { pageGroups } from '../../../src/personal/page-groups.js';
import { hearConsole } from '../elements/support.js';

/** Conditions as attributes have them, whose names may be any. */
type Conditions = Readonly<Record<string, string | number | boolean>>;

const matches = (data: unknown, conditions: Conditions) => pageMatches(data, conditions, 'data-');

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
    'values are separated by spaces or commas, and any matches',
    [{ country: 'FR GB' }, { country: 'FR,GB' }, { country: ' FR ,\n GB ' }],
    [{ country: 'FR BE' }],
  ],
  ['case is of no account', [{ country: 'gb' }, { network: 'ISP' }, { browser: 'SAMSUNG_INTERNET' }], []],
  [
    '`!` excludes a value, and none of those may be the visitor’s',
    [{ country: '!FR' }, { country: '!FR !BE' }],
    [{ country: '!GB' }, { country: '!FR !GB' }, { country: '!gb' }],
  ],
  [
    'beside excluded values, one of the others must match',
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
        answer: 'x',
        assign: 'x',
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

  describe('an unknown value matches nothing, not even a negated token', () => {
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

describe('a mistake in a condition is named, with a correction', () => {
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
    [{ country: '@benelux' }, 'There is no group benelux. Use one of @eu, @eea'],
    [{ countdown: 'FR' }, 'no condition'],
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
      const problem = conditionProblem(conditions, pageGroups(thisPage()));
      for (const part of parts) expect(problem).to.contain(part);
      expect(problem).not.to.contain('\n');
    });

  it('a condition that can match is not a mistake', () => {
    for (const [, holds] of cases)
      for (const conditions of holds)
        expect(conditionProblem(conditions, pageGroups(thisPage())), JSON.stringify(conditions)).to.equal(
          undefined,
        );
    for (const conditions of [
      { eu: '' },
      { country: 'XK' },
      { region: 'anything' },
      { continent: 'af an as eu na oc sa' },
    ])
      expect(conditionProblem(conditions, pageGroups(thisPage()))).to.equal(undefined);
  });
});

describe('conditions that contradict each other are explained', () => {
  const problem = (conditions: Conditions) => conditionProblem(conditions, pageGroups(thisPage()));
  for (const [conditions, explanation] of [
    [{ country: 'FR !FR' }, 'data-country="FR !FR" never matches: nothing meets it.'],
    [{ country: 'DE FR !@eea' }, 'data-country="DE FR !@eea" never matches: nothing meets it.'],
    [{ asn: 'AS1 !1' }, 'data-asn="AS1 !1" never matches: nothing meets it.'],
    [{ os: 'Chrome_OS !chrome-os' }, 'data-os="Chrome_OS !chrome-os" never matches: nothing meets it.'],
    [{ eu: 'true !true' }, 'data-eu="true !true" never matches: nothing meets it.'],
    [{ gpc: 'false !false' }, 'data-gpc="false !false" never matches: nothing meets it.'],
    [
      { field: 'location.city', value: 'Rome !Rome' },
      'data-value="Rome !Rome" never matches: nothing meets it.',
    ],
    [
      { country: 'FR', eu: 'false' },
      'data-country="FR" and data-eu="false" never match together: no country meets both.',
    ],
    [
      { country: '!@eea', region: 'DE-BE' },
      'data-country="!@eea" and data-region="DE-BE" never match together: no country meets both.',
    ],
    [
      { country: 'DE', region: 'FR-IDF', eu: '' },
      'data-country="DE" and data-region="FR-IDF" and data-eu="" never match together: no country meets all.',
    ],
    // Nothing is excluded here.
    [{ region: 'BE' }, 'data-region="BE" never matches: nothing meets it.'],
    [{ field: 'location.country.code', value: 'UK' }, 'data-value="UK" never matches: nothing meets it.'],
  ] as const)
    it(JSON.stringify(conditions), () => expect(problem(conditions)).to.equal(explanation));

  for (const conditions of [
    { country: 'FR GB', eu: 'false' },
    { country: 'DE', region: 'DE-BE !DE-BY' },
    { country: 'US', region: '!US-CA' },
    { country: 'US', region: 'us-ca' },
    { country: '!DE', region: '@eea' },
    { region: 'anything' },
    { eu: 'true false !true' },
    { asn: 'AS1 AS2 !AS1' },
    { country: '@eea !DE', eu: 'false' },
    { gpc: 'true', country: 'GB' },
  ])
    it(`never match together, unlike ${JSON.stringify(conditions)}, which can match together`, () =>
      expect(problem(conditions as Conditions)).to.equal(undefined));
});

describe('conditions from a script', () => {
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
        expect(conditionProblem({ contry: 'GB', ...Object(conditions) }, pageGroups(thisPage()))).to.be.a(
          'string',
        );
        if (wrong !== 'GB') expect(matches(visitor, conditions)).to.equal(false);
      }
    });
});

describe('`matches` in code', () => {
  const console = hearConsole();
  beforeEach(() => thisPage().reported.clear());
  const strictly = matchesStrictly as (data: unknown, conditions: unknown, signals?: unknown) => boolean;

  it('agrees with a case that has the same conditions', () => {
    for (const [what, holds, fails] of cases)
      if (!what.startsWith('an attribute')) {
        for (const conditions of holds)
          expect(strictly(visitor, conditions), JSON.stringify(conditions)).to.equal(true);
        for (const conditions of fails)
          expect(strictly(visitor, conditions), JSON.stringify(conditions)).to.equal(false);
      }
  });

  for (const [conditions, written] of [
    [{ contry: 'GB' }, 'contry'],
    [{ country: 'GB', contry: 'GB' }, 'contry'],
    [{ country: 'GB', stat: 'x' }, 'stat'],
    [{ country: 'GB', testid: '' }, 'testid'],
    [{ 'data-country': 'GB' }, 'data-country'],
    [{ eea: true }, 'eea'],
    [{ country: 'GB UK' }, 'country="UK"'],
    [{ country: 'D!E' }, 'country="D!E"'],
    [{ country: 'D@E' }, 'country="D@E"'],
    [{ country: 'EU' }, 'country="EU"'],
    [{ country: '!@eaa' }, 'country="!@eaa"'],
    [{ country: undefined }, 'country=""'],
    [{ country: ['GB'] }, 'country=""'],
    [{ region: 'eea' }, 'region="eea"'],
    [{ field: 'ip' }, 'field'],
    [{ value: 'ip' }, 'value'],
    [{}, 'A case without conditions'],
    [undefined, 'A case without conditions'],
    ['country', '0'],
  ] as const)
    it(`reports a mistake once, and doesn’t match: ${JSON.stringify(conditions)}`, () => {
      expect([strictly(visitor, conditions), strictly(visitor, conditions)]).to.deep.equal([false, false]);
      expect(console.length).to.equal(1);
      expect(console[0]).to.equal(
        `visitor-elements: matches(): ${written} matches nobody. The panel (devtools.js) explains it.`,
      );
    });

  it('prints nothing about correct conditions', () => {
    expect(
      matchesStrictly(visitor, { country: 'GB', field: 'ip', value: '81.2.69.142' }, { gpc: true }),
    ).to.equal(true);
    expect(matchesStrictly(visitor, { country: '!@eea', eu: false, asn: 15169 }, { gpc: false })).to.equal(
      true,
    );
    expect(console).to.deep.equal([]);
  });

  it('names a header that is given for the signal, which is unknown then', () => {
    for (const gpc of ['1', 1, {}] as unknown[]) {
      expect(
        [strictly({}, { gpc: true }, { gpc }), strictly({}, { gpc: false }, { gpc })],
        String(gpc),
      ).to.deep.equal([false, false]);
    }
    expect(console).to.deep.equal([
      'visitor-elements: matches(): "gpc" is "1". Use true or false.',
      'visitor-elements: matches(): "gpc" is "". Use true or false.',
    ]);
    expect(strictly({}, { gpc: 'false' }, { gpc: null })).to.equal(true);
  });

  it('has a type for the names that exist, and no others', () => {
    matchesStrictly(visitor, { country: 'GB', 'time-zone': 'Europe/London', eu: true, asn: 15169 });
    matchesStrictly(visitor, { field: 'ip', value: '192.0.2.1', country: 'GB' });
    // @ts-expect-error A name is misspelt.
    matchesStrictly(visitor, { contry: 'GB' });
    // @ts-expect-error There is no such condition.
    matchesStrictly(visitor, { country: 'GB', testid: 'x' });
    // @ts-expect-error A field needs its value.
    matchesStrictly(visitor, { field: 'ip' });
    // @ts-expect-error A value needs its field.
    matchesStrictly(visitor, { value: '192.0.2.1' });
    // @ts-expect-error A header is no boolean.
    matchesStrictly(visitor, { gpc: true }, { gpc: '1' });
  });
});
