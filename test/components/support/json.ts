/** Arbitrary JSON for property tests: any values, and those that are likely to cause harm. */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { valueFormats } from '../../../src/model/format.js';

/**
 * The cases of each property. They differ in every run, which prints its seed. Add a case that failed to the property's
 * `examples`, so that every later run begins with that case. Other engines than Chromium get only a few cases: a
 * failure seldom depends on the engine.
 */
export const parameters = {
  numRuns: /Chrome/.test(navigator.userAgent) ? 400 : 100,
  seed,
  includeErrorInReport: true,
};

/** Paths of fields that an author may write, some of them into a prototype. */
export const paths = [
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
/** The formats of a field. */
export const forms = [undefined, ...valueFormats];
/** A single value in the service's data. */
export const token = fc.constantFrom(
  'GB',
  'DE',
  'AS15169',
  '15169',
  'true',
  'EUR',
  'en',
  'Europe/Berlin',
  'Nowhere/Land',
  '..',
  '!',
  '',
);
const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', 'polluted');
/** A property's name. */
export const key = fc.oneof(
  hostileKey,
  fc.constantFrom(...paths.flatMap((path) => path.split('.')), 'id', 'type', 'os'),
  fc.string(),
);
/** An arbitrary JSON value. */
export const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.jsonValue(),
    token,
    fc.array(tie('json'), { maxLength: 3 }),
    // Parsed from text as a response is, because only then `__proto__` is a property of its own.
    fc.array(fc.tuple(key, tie('json')), { maxLength: 5 }).map(asJson),
  ),
}));
function asJson(entries: [string, unknown][]): unknown {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`,
  );
}

/** Data: an arbitrary JSON value, alone or as the value of a known field. */
export const data = fc.oneof(
  json,
  fc
    .tuple(fc.constantFrom(...paths), fc.oneof(json, token, fc.string({ maxLength: 3 })))
    .map(([path, value]) =>
      path.split('.').reduceRight<unknown>((inner, name) => asJson([[name, inner]]), value),
    ),
);

/** No property of these names may appear on any object, and built-in prototypes must not change. */
const builtIn = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
export function expectCleanPrototypes(realm = globalThis): void {
  expect(Reflect.get(new realm.Object(), 'polluted')).to.equal(undefined);
  expect(JSON.stringify(Object.getOwnPropertyNames(realm.Object.prototype))).to.equal(builtIn);
  expect(Object.keys(realm.Array.prototype)).to.deep.equal([]);
}
