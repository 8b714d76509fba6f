import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { changeSettings } from '../../../src/lookup/configure.js';
import type { IpData, Settings } from '../../../src/lookup/index.js';
import { Page } from '../../../src/lookup/page.js';
import { lookupsOf } from '../../support/own-page.js';

afterEach(() => void vi.unstubAllGlobals());

/** The result of a lookup whose service sends this, and the URL of the request. */
async function lookUp(response: unknown, settings: Settings, lookup: 'ip' | 'asn' | 'userAgent' = 'ip') {
  const fetch = vi.fn(async (_url: string) => Response.json(response));
  vi.stubGlobal('fetch', fetch);
  const client = new Page();
  changeSettings(client, {
    baseUrl: 'https://lookup.test/',
    auth: settings.apiKey ? 'query' : 'none',
    ...settings,
  });
  const result: unknown = await new (lookupsOf(client))()[lookup]().catch((error: unknown) => error);
  return { result, url: fetch.mock.lastCall?.[0] };
}

const guide = readFileSync(new URL('../../../docs/other-services.md', import.meta.url), 'utf8');

/** The settings that the guide has for a service. */
function settingsFor(service: string): Settings {
  const [, code = ''] = new RegExp(`\\n### ${service}\\n.*?\`\`\`js\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  const configure = vi.fn();
  new Function('configure', code.replace(/^import .*\n/, ''))(configure);
  return configure.mock.lastCall?.[0];
}

/* Responses in the form that each service documents. */
const samples = {
  'ip-api': {
    status: 'success',
    continentCode: 'EU',
    countryCode: 'GB',
    region: 'ENG',
    regionName: 'England',
    city: 'London',
    zip: 'E1W',
    lat: 51.5085,
    lon: -0.1257,
    timezone: 'Europe/London',
    currency: 'GBP',
    as: 'AS20712 Andrews & Arnold Ltd',
    mobile: false,
    proxy: false,
    hosting: false,
    query: '81.2.69.142',
  },
};

const urls = {
  'ip-api': expect.stringMatching(/^https:\/\/pro\.ip-api\.com\/json\/\?key=YOUR_KEY&fields=status,/),
};

for (const [service, sample] of Object.entries(samples)) {
  test(`the guide's adapter for ${service} returns our fields`, async () => {
    const { result, url } = await lookUp(sample, settingsFor(service));
    expect(url).toEqual(urls[service as keyof typeof urls]);
    expect(result).toMatchObject({
      ip: '81.2.69.142',
      connection: { asn: 20712, organization: 'Andrews & Arnold Ltd' },
      location: {
        country: { code: 'GB' },
        city: 'London',
        postal: 'E1W',
        latitude: 51.5085,
        longitude: -0.1257,
      },
      time_zone: { id: 'Europe/London' },
    });
    const { region } = (result as IpData).location ?? {};
    expect(region).toEqual({ code: 'GB-ENG', name: 'England' });
  });

  test(`the guide's adapter for ${service} needs only the IP address, and invents no field`, async () => {
    const least = { ip: '192.0.2.1', query: '192.0.2.1', status: 'success' };
    const { result } = await lookUp(least, settingsFor(service));
    const known = JSON.stringify(result, (_, value) => value ?? undefined);
    expect(JSON.parse(known)).toMatchObject({ ip: '192.0.2.1' });
    expect(known).not.toMatch(/undefined|NaN|null|"code":"|latitude|asn/);
  });
}

for (const [service, failure] of Object.entries({
  'ip-api': { status: 'fail', message: 'private range', query: '10.0.0.1' },
}))
  test(`a failure that ${service} sends with status 200 is an error`, async () => {
    const { result } = await lookUp(failure, settingsFor(service));
    expect(result).toMatchObject({ code: 'invalid-response', cause: expect.any(Error) });
  });

for (const [what, adapt] of Object.entries<() => unknown>({
  'a throw': () => {
    throw new Error('SECRET');
  },
  'a rejected promise': () => Promise.reject(new Error('SECRET')),
  nothing: () => undefined,
  null: () => null,
  'a list': () => [{ ip: '192.0.2.1' }],
  'a text of JSON': () => '{"ip":"192.0.2.1"}',
  'a number': () => 1,
  'an object that JSON has no form for': () => ({ ip: 1n }),
}))
  test(`an adapter's mistake is invalid-response, and no text repeats it: ${what}`, async () => {
    const { result } = await lookUp({ ip: '192.0.2.1' }, { adapt: adapt as () => object });
    expect(result).toMatchObject({ code: 'invalid-response', status: 200 });
    const { message } = result as Error;
    expect(message).toContain('adapt');
    expect(message).not.toContain('SECRET');
  });

test('an adapter gets the name of the lookup, and can’t change the response', async () => {
  const adapt = vi.fn((data: object) => ({ name: 'adapted', isFrozen: Object.isFrozen(data) }));
  for (const [method, lookup] of [
    ['ip', 'ip'],
    ['asn', 'asn'],
    ['userAgent', 'user-agent'],
  ] as const) {
    const { result } = await lookUp({ some: 'data' }, { adapt }, method);
    expect(result).toEqual({ name: 'adapted', isFrozen: true });
    expect(adapt).toHaveBeenLastCalledWith({ some: 'data' }, lookup);
  }
});

test('an adapter gets neither a failure of the service nor data that came with the page', async () => {
  const adapt = vi.fn(() => ({}));
  vi.stubGlobal('fetch', async () => Response.json({ message: 'no' }, { status: 403 }));
  const client = new Page();
  changeSettings(client, { baseUrl: 'https://lookup.test/', auth: 'none', adapt });
  await expect(new (lookupsOf(client))().asn()).rejects.toMatchObject({ code: 'unauthorized' });
  changeSettings(client, { initialData: { ip: '192.0.2.7' } });
  expect(await new (lookupsOf(client))().ip()).toEqual({ ip: '192.0.2.7' });
  expect(adapt).not.toHaveBeenCalled();
});
