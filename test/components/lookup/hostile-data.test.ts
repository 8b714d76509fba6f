import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import {
  configure,
  grantConsent,
  isLookupError,
  OriginLookup,
  origin,
  revokeConsent,
  type Settings,
  type Snapshot,
} from '../../../src/lookup/index.js';
import { parseSettings } from '../../../src/lookup/settings.js';
import { expectCleanPrototypes, json, key, parameters } from '../support/json.js';
import { cleanUp, stored } from '../support/page.js';
import { countedVisit } from '../support/service.js';

/** What a lookup stores after the service's own response, or after one with this status. */
async function storedBy(lookup: OriginLookup, status?: number): Promise<[name: string, value: string][]> {
  const { fetch } = globalThis;
  if (status) globalThis.fetch = async () => new Response('{}', { status });
  revokeConsent();
  grantConsent();
  await lookup.ip().catch(() => undefined);
  globalThis.fetch = fetch;
  return stored();
}

/** A stored record with arbitrary values in some places, or arbitrary text. */
function like(value: string): fc.Arbitrary<string> {
  const record: Record<string, unknown> = JSON.parse(value);
  const part = fc.oneof(
    json,
    fc.integer({ min: -1e7, max: 1e7 }).map((ago) => Date.now() - ago),
    fc.integer({ min: -10, max: 1e6 }),
    fc.double(),
  );
  const parts = Object.entries(record).map(([name, own]) => [name, fc.oneof(fc.constant(own), part)]);
  return fc.oneof(
    fc.record(Object.fromEntries(parts), { requiredKeys: [] }).map((any) => JSON.stringify(any)),
    json.map((any) => JSON.stringify(any)),
    fc.string(),
  );
}

describe('with arbitrary stored values', function () {
  this.timeout(120_000);
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
    cleanUp();
  });

  it('a lookup results in an object, stored or requested, or in a rate limit that ends', async () => {
    const { baseUrl } = countedVisit();
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open' });
    const records = [...(await storedBy(lookup, 429)), ...(await storedBy(lookup))];
    expect(records).to.have.lengthOf(2);
    // A thousand lookups get the same data, so only the stored records differ.
    const answered = await fetch(`${baseUrl}?key=demo-open`);
    globalThis.fetch = async () => answered.clone();
    await fc.assert(
      fc.asyncProperty(fc.tuple(...records.map(([, value]) => fc.option(like(value)))), async (texts) => {
        revokeConsent();
        for (const [i, [name]] of records.entries())
          if (typeof texts[i] === 'string') sessionStorage.setItem(name, texts[i]);
        grantConsent();
        const answer: unknown = await lookup.ip().catch((error: unknown) => error);
        if (isLookupError(answer)) {
          expect(answer.code).to.equal('rate-limited');
          expect(answer.retryAfter).to.be.within(1, 86_400);
        } else {
          expect(answer).to.be.an('object');
          expect(Object.isFrozen(answer)).to.equal(true);
        }
        expectCleanPrototypes();
      }),
      parameters,
    );
  });
});

const allowed: Record<Exclude<keyof Settings, 'initialData'>, (value: unknown) => unknown> = {
  baseUrl: (value) => /^https?:/.test(new URL(String(value), document.baseURI).protocol),
  apiKey: (value) => /^[!-~]*$/.test(String(value)),
  auth: (value) => ['query', 'header', 'none'].includes(String(value)),
  params: (value) => !new URLSearchParams(String(value)).has('key'),
  maxAge: isAmount,
  storage: (value) => ['session', 'local', 'none'].includes(String(value)),
  overrideCookie: (value) => /^[^\s"(),/:;<=>?@[\\\]{}]*$/.test(String(value)),
  adapt: (value) => typeof value === 'function',
  timeout: (value) => isAmount(value) && Number(value) >= 1,
  retries: isAmount,
  consent: (value) => ['required', 'not-required'].includes(String(value)),
  skipBots: (value) => typeof value === 'boolean',
  guess: (value) => ['none', 'time-zone'].includes(String(value)),
  flagsUrl: (value) => new URL(String(value), document.baseURI),
  groups: (value) => typeof value === 'object' && value,
  service: (value) => typeof value === 'string',
};
function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < 2 ** 31;
}

describe('with arbitrary settings', () => {
  afterEach(cleanUp);

  const names = Object.keys(allowed);
  const value = fc.oneof(
    json,
    fc.webUrl(),
    fc.constantFrom(
      'query',
      'header',
      'none',
      'local',
      'required',
      'time-zone',
      '/api/',
      'true',
      '',
      '60',
      2 ** 31,
      'http://[',
      'key=1',
      'two words',
    ),
  );
  const settings = fc.dictionary(fc.oneof(fc.constantFrom(...names), key), value) as fc.Arbitrary<Settings>;
  // Most arbitrary settings lack a required one and fail for that alone, so those are added.
  const enough = settings.map((given) => ({ baseUrl: '/api/', apiKey: 'demo-open', ...given }));

  // Adds the rules of the settings that only the root applies.
  before(() => import('../../../src/index.js'));

  it('each setting has an allowed value, or is refused by name', () => {
    fc.assert(
      fc.property(fc.oneof(settings, enough), (given) => {
        const { values, mistake, missing } = parseSettings(given);
        for (const { error } of [mistake, missing].filter((problem) => problem !== undefined)) {
          expect(error?.code).to.equal('misconfigured');
          expect(names.some((name) => error?.message.startsWith(`The setting "${name}" `))).to.equal(true);
        }
        expect(Object.keys(values)).to.have.members(names);
        if (!mistake && !missing)
          for (const [name, value] of Object.entries(values))
            expect(allowed[name as keyof typeof allowed](value), `${name} ${value}`).to.be.ok;
        expectCleanPrototypes();
      }),
      parameters,
    );
  });

  it('on the page, on a lookup, or both: a subscriber gets a snapshot at once', () => {
    revokeConsent(); // After a revoke no request is sent, whatever the URL.
    fc.assert(
      fc.property(fc.oneof(settings, enough), settings, (pageWide, own) => {
        configure(pageWide);
        for (const lookup of [origin, new OriginLookup(own)]) {
          const seen: Snapshot[] = [];
          lookup.subscribe('ip', (snapshot) => seen.push(snapshot))();
          expect(seen.map(({ data, pending }) => ({ data, pending }))).to.deep.equal([
            { data: undefined, pending: false },
          ]);
          expect(seen[0]?.error?.code ?? 'misconfigured').to.equal('misconfigured');
        }
        expectCleanPrototypes();
      }),
      parameters,
    );
  });
});
