/** What requests cost the relay's process, which is a separate one here. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectSession, type OutgoingHttpHeaders } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { VISITOR } from '../../support/relay.js';
import type { LoadReport, LoadSetup } from '../../support/relay-under-load.js';

const OTHER = '8.8.8.8';
const MIB = 2 ** 20;

type Protocol = 'HTTP/1.1' | 'HTTP/2';
interface Asked {
  target: string;
  method?: 'GET' | 'HEAD';
  visitor?: string;
  /** Further headers, over HTTP/2 only. */
  headers?: OutgoingHttpHeaders;
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function startRelay(setup: LoadSetup) {
  const child = fork(
    fileURLToPath(new URL('../../support/relay-under-load.ts', import.meta.url)),
    [JSON.stringify(setup)],
    { execArgv: ['--import', 'tsx'] },
  );
  children.push(child);
  const [[port, sessionPort]] = (await once(child, 'message')) as [[number, number]];
  return {
    async load(collectsGarbage = false): Promise<LoadReport> {
      child.send(collectsGarbage);
      return (await once(child, 'message'))[0];
    },
    connect: () => connect(port, '127.0.0.1'),
    /** Sends requests at once over one connection. Resolves when all have a response. */
    send: (protocol: Protocol, asked: Asked[]) =>
      protocol === 'HTTP/2' ? sendInSession(sessionPort, asked) : sendInPacket(port, asked),
  };
}

async function sendInPacket(port: number, asked: Asked[]): Promise<void> {
  const packet = asked.map(requestText).join('');
  const socket = connect(port, '127.0.0.1', () => socket.write(packet)).resume();
  await once(socket, 'close');
}

const requestText = ({ target, method = 'GET', visitor = VISITOR }: Asked, i = 0, all: unknown[] = []) =>
  `${method} ${target} HTTP/1.1\r\nHost:x\r\nX-Forwarded-For:${visitor}\r\n${i === all.length - 1 ? 'Connection:close\r\n' : ''}\r\n`;

async function sendInSession(port: number, asked: Asked[]): Promise<void> {
  const session = connectSession(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: MIB } });
  await once(session, 'connect');
  const answered = asked.map(async ({ target, method = 'GET', visitor = VISITOR, headers }) => {
    const stream = session.request({
      ':method': method,
      ':path': target,
      'x-forwarded-for': visitor,
      ...headers,
    });
    stream.end();
    await once(stream.resume(), 'close');
  });
  await Promise.all(answered);
  session.close();
}

const many = (count: number, asked: (i: number) => Asked) =>
  Array.from({ length: count }, (_, i) => asked(i));

describe.each(['HTTP/1.1', 'HTTP/2'] as const)('different fields in each request over %s', (protocol) => {
  for (const method of ['GET', 'HEAD'] as const)
    test(`cost at most half of what parsing the data does, if little is selected: ${method}`, async () => {
      const { load, send } = await startRelay({ ip: 0, network: 255_000 });
      const costs: number[] = [];
      // Other work on the machine only ever slows a round down.
      for (let round = 0; round < 3; round++) {
        const asked = many(700, (i) => ({ method, target: `/origin/AS?fields=asn,x${round}${i}` }));
        const { processor: before } = await load();
        await send(protocol, asked);
        const { processor: after, parsing } = await load();
        costs.push((after - before) / asked.length / parsing);
      }
      expect(Math.min(...costs)).toBeLessThanOrEqual(0.5);
    });

  test('keep another visitor waiting for at most as long as parsing the data 50 times, if much is selected', async () => {
    const { load, send } = await startRelay({ ip: 0, network: 255_000 });
    await send(protocol, [{ target: '/origin/AS' }]);
    const turns: number[] = [];
    for (let round = 0; round < 3; round++) {
      await load();
      await send(
        protocol,
        many(200, (i) => ({ target: `/origin/AS?fields=-x${round}${i}` })),
      );
      const { longestTurn, parsing } = await load();
      turns.push(longestTurn / parsing);
    }
    expect(Math.min(...turns)).toBeLessThanOrEqual(50);
  });
});

describe('long headers, which a client repeats in a few bytes over HTTP/2, cost at most twice as much as none', () => {
  const cases: Record<string, Asked> = {
    'nested fields': { target: `/origin/?fields=${'a['.repeat(9)}${'b,'.repeat(470)}b${']'.repeat(9)}` },
    'the URL of a page': { target: '/origin/', headers: { referer: `http://${'ä'.repeat(3700)}/` } },
  };
  for (const [what, asked] of Object.entries(cases))
    test(what, async () => {
      const { load, send } = await startRelay({ ip: 0, network: 0 });
      const cost = async (each: Asked) => {
        const { processor } = await load();
        await send('HTTP/2', Array(600).fill(each));
        return (await load()).processor - processor;
      };
      const ratios: number[] = [];
      // Other work on the machine only ever slows a round down.
      for (let round = 0; round < 3; round++) {
        const plain = await cost({ target: '/origin/' });
        ratios.push((await cost(asked)) / plain);
      }
      expect(Math.min(...ratios)).toBeLessThanOrEqual(2);
    });
});

describe('connections that read nothing take at most 150 MB, and another visitor gets a response', () => {
  for (const { what, count, together, setup, target } of [
    {
      what: '500, for 5 MB that are kept',
      count: 500,
      together: 100,
      setup: { ip: 0, network: 5e6 },
      target: '/origin/AS',
    },
    {
      what: '60, for 5 MB that are too large to be kept',
      count: 60,
      together: 1,
      setup: { ip: 5e6, network: 0 },
      target: '/origin/',
    },
  ])
    test(what, async () => {
      const { connect, load, send } = await startRelay(setup);
      for (const visitor of [VISITOR, OTHER])
        await send('HTTP/1.1', [{ target: '/origin/AS?fields=asn', visitor }]);
      const { responses, memory } = await load(true);
      const sockets: Socket[] = [];
      for (let i = 0; i < count; i++) {
        const socket = connect()
          .on('error', () => {})
          .pause();
        socket.write(requestText({ target }));
        sockets.push(socket);
        if ((i + 1) % together === 0)
          await expect
            .poll(async () => (await load()).responses, { timeout: 60_000 })
            .toBe(responses + i + 1);
      }
      await send('HTTP/1.1', [{ target: '/origin/AS?fields=asn', visitor: OTHER }]);
      expect((await load()).responses).toBe(responses + count + 1);
      // V8 frees collected buffers in threads of its own.
      await expect
        .poll(async () => ((await load(true)).memory - memory) / 1e6, { timeout: 60_000 })
        .toBeLessThanOrEqual(150);
      for (const socket of sockets) socket.destroy();
    });
});
