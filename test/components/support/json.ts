/** Arbitrary JSON for property tests: anything, and what is likely to do harm. */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ValueFormat } from '../../../src/model/format.js';

/**
 * Cases that each property is tried with: others in every run, which prints its seed. What one found goes into the
 * property's own `examples`, so that every later run tries it first. In other engines than Chromium a few will do: what
 * a case finds is seldom the engine's.
 */
export const parameters = {
  numRuns: /Chrome/.test(navigator.userAgent) ? 1_000 : 100,
  seed,
  includeErrorInReport: true,
};

/** Fields as an author may name them; some that reach for a prototype. */
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
/** How a field may be shown. */
export const forms: (ValueFormat | undefined)[] = [
  undefined,
  'text',
  'region',
  'language',
  'currency',
  'number',
  'time',
  'flag',
];
/** What a service may say of a visitor, in a single value. */
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
/** Any JSON value. */
export const { json } = fc.letrec<{ json: unknown }>((tie) => ({
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

/** An answer: any JSON value, or one at the place of a known field. */
export const data = fc.oneof(
  json,
  fc
    .tuple(fc.constantFrom(...paths), fc.oneof(json, token, fc.string({ maxLength: 3 })))
    .map(([path, value]) =>
      path.split('.').reduceRight<unknown>((inner, name) => asJson([[name, inner]]), value),
    ),
);

/** No property named so may appear on any object, and what is built in stays as it was. */
const builtIn = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
export function expectCleanPrototypes(realm = globalThis): void {
  expect(Reflect.get(new realm.Object(), 'polluted')).to.equal(undefined);
  expect(JSON.stringify(Object.getOwnPropertyNames(realm.Object.prototype))).to.equal(builtIn);
  expect(Object.keys(realm.Array.prototype)).to.deep.equal([]);
}
