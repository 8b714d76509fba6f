import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { conditionProblem } from '../../../src/devtools/condition-problem.js';
import { parseSimulation } from '../../../src/devtools/condition-values.js';
import type { IpData } from '../../../src/lookup/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import type { Conditions } from '../../../src/model/conditions.js';
import { flagCode, formatField, isTime } from '../../../src/model/format.js';
import { deepMerge, fieldValue } from '../../../src/model/json.js';
import { htmlAttributes } from '../../../src/personal/expose.js';
import { matches } from '../../../src/personal/matches.js';
import { pageGroups } from '../../../src/personal/page-groups.js';
import { withOverride } from '../../../src/personal/page-override.js';
import { data, expectCleanPrototypes, forms, json, key, parameters, paths, token } from '../support/json.js';

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

const boom = (): never => {
  throw new Error('boom');
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
/** Objects of the page's own code that throw when they are read. */
const traps: Record<string, object> = {
  'a getter': Object.defineProperty({}, 'location', { get: boom, enumerable: true }),
  'a deeper getter': { location: Object.defineProperty({}, 'country', { get: boom }) },
  'a Proxy': new Proxy({}, { get: boom, getOwnPropertyDescriptor: boom, has: boom, ownKeys: boom }),
  'a revoked Proxy': revoked.proxy,
};

describe('objects that throw when they are read', () => {
  for (const [what, trap] of Object.entries(traps))
    it(`match nothing, and have no text: ${what}`, () => {
      expect(matches(trap, { country: '!FR' })).to.equal(false);
      expect(matches({}, trap as Conditions)).to.equal(false);
      expect(matches({}, { gpc: true }, trap)).to.equal(false);
      expect(formatField(trap, 'location.country.code')).to.equal('');
      expect(formatField({ a: trap }, 'a.location.country')).to.equal('');
    });
});

describe('with arbitrary JSON from the service', () => {
  afterEach(() => expectCleanPrototypes());

  it('a field path finds own JSON values, or nothing', () => {
    fc.assert(
      fc.property(data, path, (value, at) => {
        const found = fieldValue(value, at);
        expect(typeof found).not.to.equal('function');
        // `length` is an own property of a list, though JSON doesn't contain it.
        if (found !== undefined && !at.endsWith('length'))
          expect(JSON.stringify(value)).to.contain(JSON.stringify(found));
        expect(found).not.to.equal(Object.prototype);
      }),
      parameters,
    );
  });

  it('merging makes a plain object with the whole override, and changes neither side', () => {
    fc.assert(
      fc.property(fc.dictionary(key, json), fc.dictionary(key, json), (base, partial) => {
        const before = JSON.stringify([base, partial]);
        const merged = deepMerge(base, partial);
        expect(JSON.stringify([base, partial])).to.equal(before);
        expect(Object.getPrototypeOf(merged)).to.equal(Object.prototype);
        expect(JSON.stringify(deepMerge(merged, partial))).to.equal(JSON.stringify(merged));
        expectCleanPrototypes();
      }),
      parameters,
    );
  });

  it('the override is merged, and an equal one gives the same object', () => {
    fc.assert(
      fc.property(fc.dictionary(key, json), fc.dictionary(key, json), (value, choice) => {
        const seen = withOverride(value as IpData, choice as IpData);
        expect(seen).to.be.an('object');
        expect(withOverride(value as IpData, JSON.parse(JSON.stringify(choice)))).to.equal(seen);
        expectCleanPrototypes();
      }),
      parameters,
    );
  });

  it('a condition matches or not, and one that is reported never matches', () => {
    fc.assert(
      fc.property(data, conditions, (value, given) => {
        const held = matches(value, given);
        const problem = conditionProblem(given, pageGroups(thisPage()));
        expect(held).to.be.a('boolean');
        if (problem !== undefined) {
          expect(problem).to.be.a('string');
          expect(held).to.equal(false);
        }
      }),
      parameters,
    );
  });

  it('a token and its negation never both match', () => {
    fc.assert(
      fc.property(
        data,
        fc.constantFrom('country', 'eu', 'asn', 'os', 'currency'),
        token,
        (value, name, said) => {
          expect(matches(value, { [name]: said }) && matches(value, { [name]: `!${said}` })).to.equal(false);
        },
      ),
      parameters,
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
      parameters,
    );
  });

  it('a flag’s code is two capital letters, which can’t change its URL', () => {
    fc.assert(
      fc.property(data, path, fc.constantFrom(...forms), (value, at, as) => {
        expect(flagCode(value, at, as) ?? 'XX').to.match(/^[A-Z]{2}$/);
      }),
      parameters,
    );
  });

  it('the attributes on <html> are strings', () => {
    fc.assert(
      fc.property(data, (value) => {
        for (const attribute of Object.values(htmlAttributes(value)))
          expect(attribute ?? 'text')
            .to.be.a('string')
            .and.not.equal('');
      }),
      parameters,
    );
  });

  it("a page's address simulates an object or nothing", () => {
    const names = fc.oneof(
      fc.constantFrom('country', 'eu', 'asn', 'os', 'time-zone', '__proto__', 'constructor'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, list)), (entries) => {
        const said = parseSimulation(Object.fromEntries(entries), () => undefined)?.data;
        if (said) expect(Object.getPrototypeOf(said)).to.equal(Object.prototype);
        expect(formatField(said, 'connection.asn')).to.match(/^(AS\d+)?$/);
        expectCleanPrototypes();
      }),
      parameters,
    );
  });
});
