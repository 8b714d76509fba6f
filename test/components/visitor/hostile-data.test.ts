import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { IpData } from '../../../src/lookup/index.js';
import {
  type As,
  type Conditions,
  conditionProblem,
  fieldValue,
  flagCode,
  formatField,
  hooks,
  isTime,
  matches,
  merge,
  simulated,
  withOverride,
} from '../../../src/visitor/index.js';

const numRuns = 1_000;

const paths = [
  'ip',
  'location',
  'location.country.name',
  'location.country.code',
  'location.country.borders',
  'location.country.languages',
  'location.language.name',
  'location.in_eu',
  'currency.name',
  'connection.asn',
  'asn',
  'country_code',
  'relationships.peers',
  'time_zone.current_time',
  'time_zone.name',
  'allocated',
  'user_agent.name',
  '__proto__',
  '__proto__.polluted',
  'constructor.prototype.polluted',
  'location.__proto__.polluted',
];
const forms: (As | undefined)[] = [
  undefined,
  'text',
  'region',
  'language',
  'currency',
  'number',
  'time',
  'flag',
];

const token = fc.constantFrom(
  'GB',
  'DE',
  'AS15169',
  '15169',
  'true',
  'EUR',
  'en',
  'Europe/Berlin',
  'Nowhere/Land',
  '!',
  '',
);
const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', 'polluted');
const key = fc.oneof(
  hostileKey,
  fc.constantFrom(...paths.flatMap((path) => path.split('.')), 'id', 'type', 'os'),
  fc.string(),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.jsonValue(),
    token,
    fc.array(tie('json'), { maxLength: 3 }),
    // Through text, as a service's answer comes: only so does `__proto__` become a key of its own.
    fc.array(fc.tuple(key, tie('json')), { maxLength: 5 }).map(asJson),
  ),
}));
function asJson(entries: [string, unknown][]): unknown {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`,
  );
}

/** Whatever may be a step of a known field, at the place of that field. */
const data = fc.oneof(
  json,
  fc
    .tuple(fc.constantFrom(...paths), json)
    .map(([path, value]) =>
      path.split('.').reduceRight<unknown>((inner, name) => asJson([[name, inner]]), value),
    ),
);
const path = fc.oneof(
  fc.constantFrom(...paths),
  fc.array(key, { maxLength: 4 }).map((names) => names.join('.')),
);
const list = fc.oneof(
  fc.array(token).map((tokens) => tokens.join(' ')),
  fc.string(),
);
const conditions: fc.Arbitrary<Conditions> = fc.dictionary(
  fc.oneof(fc.constantFrom('country', 'eu', 'asn', 'os', 'field', 'value', 'contry'), key),
  list,
  { maxKeys: 4 },
);

/** No property named so may appear on any object, and what is built in stays as it was. */
const builtIn = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
function expectCleanPrototypes() {
  expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).to.equal(builtIn);
  expect(Object.keys(Array.prototype)).to.deep.equal([]);
}

describe('whatever JSON the service answers', function () {
  this.timeout(60_000);
  afterEach(expectCleanPrototypes);

  it('a field path finds own JSON values, or nothing', () => {
    fc.assert(
      fc.property(data, path, (value, at) => {
        const found = fieldValue(value, at);
        expect(typeof found).not.to.equal('function');
        // A list's length is its own too, though JSON does not write it.
        if (found !== undefined && !at.endsWith('length'))
          expect(JSON.stringify(value)).to.contain(JSON.stringify(found));
        expect(found).not.to.equal(Object.prototype);
      }),
      { numRuns },
    );
  });

  it('merging makes a plain object that holds all of the choice, and changes neither side', () => {
    fc.assert(
      fc.property(fc.dictionary(key, json), fc.dictionary(key, json), (base, partial) => {
        const before = JSON.stringify([base, partial]);
        const merged = merge(base, partial);
        expect(JSON.stringify([base, partial])).to.equal(before);
        expect(Object.getPrototypeOf(merged)).to.equal(Object.prototype);
        expect(JSON.stringify(merge(merged, partial))).to.equal(JSON.stringify(merged));
        expectCleanPrototypes();
      }),
      { numRuns },
    );
  });

  it("the visitor's own choice goes over it, and the same two give the same", () => {
    fc.assert(
      fc.property(data, data, (value, choice) => {
        const seen = withOverride(value as IpData, choice as IpData);
        expect(seen).to.be.an('object');
        expect(withOverride(value as IpData, choice as IpData)).to.equal(seen);
        expectCleanPrototypes();
      }),
      { numRuns },
    );
  });

  it('a condition holds or it does not, and what is reported never does', () => {
    fc.assert(
      fc.property(data, conditions, (value, given) => {
        const held = matches(value, given);
        const problem = conditionProblem(given);
        expect(held).to.be.a('boolean');
        if (problem !== undefined) {
          expect(problem).to.be.a('string');
          expect(held).to.equal(false);
        }
      }),
      { numRuns },
    );
  });

  it('a token and its negation never both hold', () => {
    fc.assert(
      fc.property(
        data,
        fc.constantFrom('country', 'eu', 'asn', 'os', 'currency'),
        token,
        (value, name, said) => {
          expect(matches(value, { [name]: said }) && matches(value, { [name]: `!${said}` })).to.equal(false);
        },
      ),
      { numRuns },
    );
  });

  it('every field is shown as a text, in any language and form', () => {
    const locale = fc.oneof(
      fc.constantFrom('en', 'de', 'ar', 'not a tag', ''),
      fc.string(),
      fc.array(fc.string()),
    );
    fc.assert(
      fc.property(data, path, locale, fc.constantFrom(...forms), (value, at, language, as) => {
        expect(formatField(value, at, { locale: language, as })).to.be.a('string');
        expect(isTime(at, as)).to.be.a('boolean');
      }),
      { numRuns },
    );
  });

  it('a flag is two capital letters, which cannot lead anywhere else', () => {
    fc.assert(
      fc.property(data, path, fc.constantFrom(...forms), (value, at, as) => {
        expect(flagCode(value, at, as) ?? 'XX').to.match(/^[A-Z]{2}$/);
      }),
      { numRuns },
    );
  });

  it('hooks are texts', () => {
    fc.assert(
      fc.property(data, (value) => {
        for (const hook of Object.values(hooks(value)))
          expect(hook ?? 'text')
            .to.be.a('string')
            .and.not.equal('');
      }),
      { numRuns },
    );
  });

  it("a page's address simulates an object or nothing", () => {
    const names = fc.oneof(
      fc.constantFrom('country', 'eu', 'asn', 'os', 'time-zone', '__proto__', 'constructor'),
      fc.string(),
    );
    const search = fc.array(
      fc.tuple(
        names.map((name) => `visitor-${name}`),
        list,
      ),
    );
    fc.assert(
      fc.property(search, (entries) => {
        const said = simulated(new URLSearchParams(entries));
        if (said) expect(Object.getPrototypeOf(said)).to.equal(Object.prototype);
        expect(formatField(said, 'connection.asn')).to.match(/^(AS\d+)?$/);
        expectCleanPrototypes();
      }),
      { numRuns },
    );
  });
});
