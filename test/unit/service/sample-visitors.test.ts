import { expect } from 'vitest';
import { sampleVisitors } from '../../../demo/service/sample-visitors.js';
import { isReserved } from '../../../src/relay/client-ip.js';
import { creditsOf, startService } from '../../support/service.js';
import { AS, departures, IP } from '../origin-contract.js';
import { test } from './fixtures.js';

const names = Object.keys(sampleVisitors);

/** Fields that the official client declares beyond the documented samples. */
const FLAG = { emojitwo: 'string', noto: 'string', twemoji: 'string', wikimedia: 'string' };
const PREFIX = { prefix: 'string' };

/** The paths of empty parts of a value. */
function gaps(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => gaps(part, `${path}.${name}`));
}

test('there are an office, a home on IPv6, a phone, a VPN and a Tor exit', async ({ ask }) => {
  expect(names).toEqual(['sample-office', 'sample-home', 'sample-phone', 'sample-vpn', 'sample-tor']);
  const data = async (name: string) => (await ask(`/from/${name}/`)).json();
  expect(await data('sample-office')).toMatchObject({ location: { city: 'Berlin' }, type: 'IPv4' });
  expect(await data('sample-home')).toMatchObject({ type: 'IPv6' });
  expect(await data('sample-phone')).toMatchObject({ user_agent: { device: { type: 'mobile' } } });
  expect(await data('sample-vpn')).toMatchObject({ security: { is_vpn: true, is_cloud_provider: true } });
  expect(await data('sample-tor')).toMatchObject({ security: { is_tor: true, is_tor_exit: true } });
});

for (const name of names) {
  test(`${name} is complete in all three lookups`, async ({ ask }) => {
    const [ip, asn, userAgent] = await Promise.all(
      ['', 'AS', 'user_agent'].map(async (path) => (await ask(`/from/${name}/${path}`)).json()),
    );
    expect([departures(ip, IP), departures(asn, AS)]).toEqual([[], []]);
    expect(departures(ip.location.country.flag, FLAG)).toEqual([]);
    for (const prefix of [...asn.prefixes.ipv4, ...asn.prefixes.ipv6])
      expect(departures(prefix, PREFIX)).toEqual([]);
    expect(gaps({ ip, asn })).toEqual([]);
    expect(userAgent).toEqual(ip.user_agent);
    expect(ip.connection).toMatchObject({ asn: asn.asn, organization: asn.name });
  });

  test(`${name} is marked as invented, and has only addresses and numbers reserved for documentation`, async ({
    ask,
  }) => {
    const ip = await (await ask(`/from/${name}/`)).json();
    const asn = await (await ask(`/from/${name}/AS`)).json();
    for (const said of [ip.company.name, ip.carrier.name, ip.connection.organization, asn.name])
      expect(said).toContain('Sample');
    expect(isReserved(ip.ip)).toBe(true);
    const inUse = [asn.asn, ...Object.values(asn.relationships).flat()].filter(
      (number) => !((number >= 64496 && number <= 64511) || (number >= 65536 && number <= 65551)),
    );
    expect(inUse).toEqual([]);
    for (const number of [`/${ip.ip}`, `/AS${asn.asn}`])
      expect((await (await ask(number)).json()).code).toMatch(/^RESERVED/);
  });

  test(`${name} has the current time`, async () => {
    const now = () => Date.parse('2026-07-15T12:00:00Z');
    const service = await startService({ now });
    const { time_zone } = await (await fetch(`${service.base}/from/${name}/?key=demo-open`)).json();
    expect(Date.parse(time_zone.current_time)).toBe(now());
    expect(time_zone.id).toBe(sampleVisitors[name]?.ip.time_zone.id);
    await service.close();
  });
}

test('a sample visitor costs the same as others, and supports `fields` and another `ua`', async ({ ask }) => {
  const response = await ask('/visit/a/from/sample-office/?fields=location.city');
  expect(creditsOf(response)).toBe(1);
  expect(await response.json()).toEqual({ location: { city: 'Berlin' } });
  expect(await (await ask('/from/sample-phone/user_agent?ua=curl/8.5.0')).json()).toMatchObject({
    name: 'curl',
  });
});

test('an unknown sample visitor is refused with the list of visitors', async ({ ask }) => {
  const { code, message } = await (await ask('/from/sample-nobody/')).json();
  expect(code).toBe('BAD_REQUEST');
  for (const name of names) expect(message).toContain(name);
});
