/** Hostile data from platforms, proxies and databases: no data source throws, and each field has its form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
import {
  cloudflare,
  cloudfront,
  fastly,
  headers,
  maxmind,
  netlify,
  vercel,
} from '../../../src/relay/sources/index.js';
import { cloudflareHeaders, vercelHeaders, vercelIpHeaders } from '../../../src/relay/sources/platforms.js';
import { parameters } from '../../support/properties.js';
import { VISITOR } from '../../support/relay.js';

describe('whatever a platform sends, the relay responds, with each field in its form', () => {
  const odd = fc.oneof(
    fc.constantFrom(
      null,
      undefined,
      '',
      '**',
      'XX',
      'T1',
      'ß',
      'de',
      'US-CA',
      'AS1',
      '999.9',
      999.9,
      1.5,
      {},
      [],
    ),
    fc.constantFrom('%', '%E0%A4%A', '__proto__', 'Infinity', '0x10', Number.NaN, 2 ** 32, true),
    fc.string({ unit: 'binary' }),
    fc.jsonValue(),
  );
  const headerValue = fc.oneof(
    fc.constantFrom(
      '',
      '**',
      'XX',
      'T1',
      'US',
      'de',
      '%',
      '%E0%A4%A',
      'M%C3%BCnchen',
      '<script>',
      '999.9',
      '-1',
      'AS1',
    ),
    fc.constantFrom(VISITOR, `${VISITOR}:443`, '2001:4860:4860::8888:443', '[::1]:80', ':', 'null'),
    // A header contains bytes.
    fc.string({ unit: 'binary' }).map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')),
  );
  const objectOf = (names: string, inside = odd) =>
    fc.record(Object.fromEntries(names.split(' ').map((name) => [name, inside])), { requiredKeys: [] });
  const record = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      odd,
      objectOf(
        'country iso_code names en country_code city subdivisions location latitude longitude time_zone',
        tie('any'),
      ),
      objectOf(
        'postal code toString autonomous_system_number __proto__ is_anonymous constructor',
        tie('any'),
      ),
      fc.array(tie('any'), { maxLength: 2 }),
    ),
  })).any;
  const asked = (more = {}) =>
    Object.assign(
      new Request('https://site.example/origin/', { headers: { 'cf-connecting-ip': VISITOR } }),
      more,
    );
  const files = (what: unknown) => ({
    ...maxmind({ city: what, asn: what, anonymous: what } as never),
    clientIp: () => VISITOR,
  });
  /** A request with these headers, each with an arbitrary valid value. */
  const sentWith = (names: string[]) =>
    fc
      .record(Object.fromEntries(names.map((name) => [name, headerValue])), { requiredKeys: [] })
      .map(
        (sent) => new Request('https://site.example/origin/', { headers: sent as Record<string, string> }),
      );
  const location = [
    'Country',
    'Country-Name',
    'Country-Region',
    'City',
    'Latitude',
    'Longitude',
    'Time-Zone',
    'ASN',
  ];
  const ways: Record<string, [said: fc.Arbitrary<unknown>, ask: (said: never) => Promise<Response>]> = {
    cloudflare: [
      fc.oneof(
        odd,
        objectOf('asn asOrganization country isEUCountry continent regionCode city latitude longitude'),
      ),
      (cf) => createRelay(cloudflare())(asked({ cf })),
    ],
    'cloudflare, on a server': [
      sentWith(['cf-connecting-ip', ...Object.values(cloudflareHeaders)]),
      (request) => createRelay(cloudflare())(request),
    ],
    netlify: [
      objectOf(
        'ip geo',
        fc.oneof(odd, objectOf('city country subdivision latitude timezone', objectOf('code name'))),
      ),
      (context) => createRelay(netlify())(asked(), context),
    ],
    fastly: [
      objectOf(
        'as_name as_number city continent country_code latitude longitude postal_code region proxy_description proxy_type',
      ),
      (geo) => createRelay(fastly())(asked(), { client: { address: VISITOR, geo } }),
    ],
    vercel: [
      sentWith([...vercelIpHeaders, ...Object.values(vercelHeaders)]),
      (request) => createRelay(vercel())(request),
    ],
    cloudfront: [
      sentWith(['CloudFront-Viewer-Address', ...location.map((name) => `CloudFront-Viewer-${name}`)]),
      (request) => createRelay(cloudfront())(request),
    ],
    headers: [
      sentWith(['x-country', 'x-region', 'x-city', 'x-asn', 'x-latitude', 'x-longitude']),
      (request) =>
        createRelay({
          ...headers({
            country: 'x-country',
            region: 'x-region',
            city: 'x-city',
            asn: 'x-asn',
            latitude: 'x-latitude',
            longitude: 'x-longitude',
          }),
          clientIp: () => VISITOR,
        })(request),
    ],
    maxmind: [record, (said) => createRelay(files({ get: () => said }))(asked())],
  };
  for (const [name, [said, ask]] of Object.entries(ways))
    test(name, async () => {
      const answers = async (what: unknown) => {
        const answer = await ask(what as never);
        expect(answer.headers.get('content-type')).toBe('application/json');
        const { connection, location } = await answer.json();
        const is = {
          answered: [200, 400].includes(answer.status),
          country: /^[A-Z]{2}$/.test(location?.country?.code ?? 'DE'),
          asn: Number.isInteger(connection?.asn ?? 1),
          latitude: Math.abs(location?.latitude ?? 0) <= 90,
          city: typeof (location?.city ?? '') === 'string',
        };
        expect(is).toEqual({ answered: true, country: true, asn: true, latitude: true, city: true });
      };
      await fc.assert(fc.asyncProperty(said, answers), parameters);
    });
});
