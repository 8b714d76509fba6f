import { expect } from 'vitest';
import { canonicalAddress, isReserved } from '../../../src/relay/client-ip.js';
import { errorOf, statusOf, VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

test.describe('the visitor’s IP address is the one that the trusted proxies add', () => {
  const chains = [
    { proxies: 1, forwarded: VISITOR, visitor: VISITOR, what: 'one proxy' },
    {
      proxies: 1,
      forwarded: `1.1.1.1, ${VISITOR}`,
      visitor: VISITOR,
      what: 'one proxy, an address made up by the client',
    },
    {
      proxies: 1,
      forwarded: `nonsense,${VISITOR}`,
      visitor: VISITOR,
      what: 'one proxy, nonsense from the client',
    },
    { proxies: 2, forwarded: `${VISITOR}, 10.0.0.7`, visitor: VISITOR, what: 'two proxies' },
    {
      proxies: 2,
      forwarded: `1.1.1.1, ${VISITOR}, 10.0.0.7`,
      visitor: VISITOR,
      what: 'two proxies, one made up',
    },
    { proxies: 1, forwarded: `::ffff:${VISITOR}`, visitor: VISITOR, what: 'an IPv4-mapped address' },
    { proxies: 1, forwarded: `64:ff9b::${VISITOR}`, visitor: VISITOR, what: 'an IPv4 address behind NAT64' },
    {
      proxies: 1,
      forwarded: '2606:4700:4700:0:0:0:0:1111',
      visitor: '2606:4700:4700::1111',
      what: 'a long IPv6 address',
    },
    {
      proxies: 1,
      forwarded: '2606:4700:4700::1111'.toUpperCase(),
      visitor: '2606:4700:4700::1111',
      what: 'capitals',
    },
  ];
  for (const { what, proxies, forwarded, visitor } of chains)
    test(`${what}: ${forwarded}`, async ({ start }) => {
      const { ask, usage } = await start({ trustProxies: proxies, parseUserAgent: false });
      expect(await (await ask('', { visitor: forwarded })).json()).toMatchObject({ ip: visitor });
      expect((await usage()).log.map(({ path }) => path)).toEqual([`/${visitor}`]);
    });

  test('several X-Forwarded-For lines count as one', async ({ start }) => {
    const { site, askRaw } = await start();
    const lines = `1.1.1.1\r\nX-Forwarded-For: 9.9.9.9\r\nX-Forwarded-For: ${VISITOR}`;
    expect(await askRaw('/origin/', { 'X-Forwarded-For': lines })).toContain(`"ip":"${VISITOR}"`);
    expect(site).toContain('127.0.0.1');
  });

  test('without a trusted proxy, no header is used', async ({ start }) => {
    const { ask, usage } = await start({ trustProxies: 0 });
    const headers = { Forwarded: `for=${VISITOR}`, 'X-Real-IP': VISITOR, 'CF-Connecting-IP': VISITOR };
    const response = await ask('', { headers });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'RESERVED_IP_ADDRESS' });
    expect((await usage()).requests).toBe(0);
  });

  test('a request that came through fewer proxies has no known IP address', async ({ start }) => {
    const { askRaw, usage } = await start({ trustProxies: 2 });
    for (const headers of [{}, { 'X-Forwarded-For': VISITOR }]) {
      const answer = await askRaw('/origin/', headers);
      expect(statusOf(answer)).toBe(400);
      expect(await errorOf(answer)).toMatchObject({
        code: 'INVALID_IP_ADDRESS',
        resolution: expect.stringContaining('trustProxies'),
      });
    }
    expect((await usage()).requests).toBe(0);
  });
});

test.describe('an invalid IP address never reaches the service', () => {
  const malformed = [
    '010.0.0.1',
    '81.2.69.0142',
    '81.2.69',
    '1360151950',
    '0x51.2.69.142',
    '81.2.69.256',
    '81.2.69.142:http',
    '[2606:4700::1',
    '[2606:4700::1]x',
    '%eth0',
    '2606:4700:::1',
    '1:2:3:4:5:6:7:8:9:10',
    '2606:4700::12345',
    '::ffff:081.2.69.142',
    '81.2.69. 142',
    '81.2.69.142/24',
    '../AS1',
    'AS15169',
    'user_agent',
    '81.2.69.142?key=other',
    '81.2.69.142#',
    'unknown',
    '_hidden',
    '１.1.1.1',
    '',
  ];
  for (const text of malformed)
    test(JSON.stringify(text), async ({ start }) => {
      const { site, usage } = await start({ clientIp: () => text });
      for (const path of ['', 'AS', 'user_agent']) {
        const response = await fetch(`${site}/origin/${path}`);
        expect(response.status).toBe(400);
        expect(await errorOf(response)).toMatchObject({
          code: 'INVALID_IP_ADDRESS',
          message: expect.stringContaining(`found '${text}'`),
        });
      }
      expect((await usage()).requests).toBe(0);
    });

  test('an unknown IP address causes no call, not even for the browser', async ({ start }) => {
    for (const options of [{ clientIp: () => null }, { clientIp: () => undefined }, { trustProxies: 2 }]) {
      const asked: unknown[] = [];
      const fetch = async (address: unknown) => {
        asked.push(address);
        return Response.json({});
      };
      const { ask } = await start({ ...options, fetch });
      for (const path of ['', 'AS', 'user_agent'])
        expect(await errorOf(await ask(path))).toMatchObject({
          code: 'INVALID_IP_ADDRESS',
          message: "The visitor's IP address is unknown; the relay found none.",
        });
      expect(asked).toEqual([]);
    }
  });

  test('a very long value is not repeated in full', async ({ start }) => {
    const { ask } = await start();
    const response = await ask('', { visitor: '1'.repeat(10_000) });
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(1000);
  });
});

test.describe('a private or reserved IP address costs nothing, and the error says what to do', () => {
  const reserved =
    `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1
    255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:c0a8:1 ::127.0.0.1 64:ff9b::1 64:ff9b::10.1.2.3
    64:ff9b:1::808:808 100::1 fc00::1
    fd12:3456::1 fe80::1 fec0::1 ff02::1 2001:db8::1 2001:2::1 2001:10::1 3fff:fff::1 4000::1 1fff::1
    192.88.99.1 192.52.193.1 192.31.196.1 192.175.48.1 2002:5102:458e::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2
    2001:3::1 2001:4:112::1 2620:4f:8000::1`.split(/\s+/);
  for (const address of reserved)
    test(address, async ({ start }) => {
      const { ask, usage } = await start();
      for (const path of ['', 'AS', 'user_agent']) {
        const response = await ask(path, { visitor: address });
        expect(response.status).toBe(400);
        expect(response.headers.get('cache-control')).toBe('no-store');
        const { code, resolution } = await errorOf(response);
        expect(code).toBe('RESERVED_IP_ADDRESS');
        expect(resolution).toContain("clientIp: () => 'your public IP address'");
      }
      expect((await usage()).requests).toBe(0);
    });

  test('the advice works', async ({ start }) => {
    const { ask } = await start({ trustProxies: 0, clientIp: () => VISITOR });
    expect(await (await ask()).json()).toMatchObject({ ip: VISITOR });
  });

  test('the neighbours of reserved blocks are public', () => {
    const neighbours = `1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
      169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.167.255.255
      192.169.0.0 192.88.98.255 192.88.100.0 192.52.192.255 192.52.194.0 192.31.195.255 192.31.197.0 192.175.47.255
      192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255
      2000:: 2003:: 2001:1:: 2001:4:: 2001:4:111:ffff:: 2001:4:113:: 2620:4f:7fff:ffff:: 2620:4f:8001:: 2001:1:ffff:: 2001:2:1:: 2001:db7:ffff:: 2001:db9:: 3ffe:ffff:: 3fff:1000::`.split(
      /\s+/,
    );
    for (const address of neighbours) {
      expect(canonicalAddress(address), address).toBe(address);
      expect(isReserved(address), address).toBe(false);
    }
  });
});
