import { EventEmitter } from 'node:events';
import { connect, constants, createServer, type IncomingHttpHeaders } from 'node:http2';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { expect } from 'vitest';
import { type RelayListenerOptions, relayListener } from '../../../src/relay/node.js';
import { ConnectionQueue } from '../../../src/relay/node-connection-queue.js';
import { WorkQueue } from '../../../src/relay/work-queue.js';
import { VISITOR } from '../../support/relay.js';
import { signal } from '../../support/signal.js';
import { test } from './fixtures.js';

/** A relay, and one HTTP/2 connection to it. `seen` has the requests that the server received, and how many ended. */
async function openConnection(options: Partial<RelayListenerOptions>) {
  const seen = { received: 0, ended: 0 };
  const server = createServer()
    .on('request', (_, res) => {
      seen.received += 1;
      res.once('close', () => {
        seen.ended += 1;
      });
    })
    .on('request', relayListener({ baseUrl: 'https://service.example/', apiKey: 'key-1', ...options }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connectSocket(port, '127.0.0.1');
  const client = connect(`http://127.0.0.1:${port}`, { createConnection: () => socket });
  const close = () => {
    client.close();
    server.close();
  };
  return { client, socket, seen, close };
}

/** Sends requests to a relay over one HTTP/2 connection, several at once. */
async function askTogether(
  options: Partial<RelayListenerOptions>,
  asked: Record<string, string>[],
): Promise<{ headers: IncomingHttpHeaders; body: string }[]> {
  const { client, close } = await openConnection(options);
  try {
    return await Promise.all(
      asked.map(
        (fields) =>
          new Promise<{ headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
            const stream = client.request({ ':path': '/origin/', ...fields });
            let headers: IncomingHttpHeaders = {};
            let body = '';
            stream.on('response', (found) => {
              headers = found;
            });
            stream.on('data', (chunk) => {
              body += chunk;
            });
            stream.on('error', reject);
            stream.on('end', () => resolve({ headers, body }));
            stream.end();
          }),
      ),
    );
  } finally {
    close();
  }
}

test.describe('over HTTP/2', () => {
  const fetch = async () => Response.json({ ip: VISITOR });

  test('a visitor gets data, and HEAD no body', async () => {
    const visitor = { 'x-forwarded-for': VISITOR };
    const [get, head] = await askTogether({ fetch, trustProxies: 1 }, [
      visitor,
      { ...visitor, ':method': 'HEAD' },
    ]);
    expect(get).toMatchObject({ headers: { ':status': 200 }, body: `{"ip":"${VISITOR}"}` });
    expect(head).toMatchObject({
      headers: { ':status': 200, 'content-length': get?.headers['content-length'] },
      body: '',
    });
  });

  test('the authority is the host', async () => {
    const answers = await askTogether(
      { fetch, trustProxies: 1, allowedHosts: ['www.example.com'] },
      ['www.example.com', 'evil.example'].map((authority) => ({
        ':authority': authority,
        'x-forwarded-for': VISITOR,
      })),
    );
    expect(answers.map(({ headers }) => headers[':status'])).toEqual([200, 421]);
  });

  test('a callback gets a web request with the headers that were sent, and none of the protocol’s own', async () => {
    const seen: Request[] = [];
    const address = (request: Request) => {
      seen.push(request);
      return request.headers.get('x-real-ip') ?? '';
    };
    await askTogether({ fetch, clientIp: address }, [
      { ':authority': 'www.example.com', 'x-real-ip': VISITOR },
    ]);
    expect(seen.map(({ url, method }) => `${method} ${url}`)).toEqual(['GET http://www.example.com/origin/']);
    expect(seen.flatMap(({ headers }) => [...headers])).toEqual([['x-real-ip', VISITOR]]);
  });

  test('a slow response doesn’t delay others', async () => {
    let tell = (_: Response) => {};
    const slow = new Promise<Response>((resolve) => {
      tell = resolve;
    });
    const service = async (input: string | URL | Request) => {
      if (String(input).includes(VISITOR)) return slow;
      tell(Response.json({ ip: VISITOR }));
      return Response.json({ ip: '8.8.8.8' });
    };
    const answers = await askTogether(
      { fetch: service as typeof globalThis.fetch, trustProxies: 1 },
      [VISITOR, '8.8.8.8'].map((visitor) => ({ 'x-forwarded-for': visitor })),
    );
    expect(answers.map(({ body }) => JSON.parse(body).ip)).toEqual([VISITOR, '8.8.8.8']);
  });

  /** A connection with 100 visitors who are being looked up, until `release`, and 150 who wait for them. */
  async function openBusyConnection() {
    const { given: held, give: release } = signal();
    const asked: string[] = [];
    const service = async (input: string | URL | Request) => {
      asked.push(String(input));
      await held;
      return Response.json({ ip: VISITOR });
    };
    const connection = await openConnection({
      fetch: service as typeof globalThis.fetch,
      trustProxies: 1,
      parseUserAgent: false,
    });
    const send = (visitor: string) => {
      const stream = connection.client.request({ ':path': '/origin/', 'x-forwarded-for': visitor });
      stream.on('error', () => undefined).resume();
      const status = new Promise((resolve) =>
        stream.once('response', (headers) => resolve(headers[':status'])),
      );
      return { stream, status };
    };
    const busy = Array.from({ length: 100 }, (_, i) => send(`8.8.8.${i}`));
    await expect.poll(() => asked.length).toBe(100);
    const waiting = Array.from({ length: 150 }, (_, i) => send(`8.8.4.${i}`));
    await expect.poll(() => connection.seen.received).toBe(250);
    return { ...connection, asked, busy, waiting, send, release };
  }

  test('requests that are cancelled while they wait cost nothing, and later ones are answered', async () => {
    const { asked, busy, close, release, seen, send, waiting } = await openBusyConnection();
    for (const { stream } of waiting) stream.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => seen.ended).toBe(150);
    release();
    expect(new Set(await Promise.all(busy.map(({ status }) => status)))).toEqual(new Set([200]));
    expect(await send(VISITOR).status).toBe(200);
    expect(asked).toHaveLength(101);
    close();
  });

  test('a client that leaves while others are served costs nothing', async () => {
    const work = new WorkQueue();
    const stream = { destroyed: false, session: {} };
    const response = new EventEmitter();
    let isHandled = false;
    const busyUntil = performance.now() + 10;
    work.run('others', () => {
      while (performance.now() < busyUntil);
    });
    new ConnectionQueue(work).enqueue({ httpVersionMajor: 2, stream } as never, response as never, () => {
      isHandled = true;
    });
    stream.destroyed = true;
    response.emit('close');
    await new Promise((resolve) => work.run('later', () => setImmediate(resolve)));
    expect(isHandled).toBe(false);
  });

  test('a client that leaves costs nothing more', async () => {
    const { asked, close, release, seen, socket } = await openBusyConnection();
    socket.destroy();
    await expect.poll(() => seen.ended).toBe(250);
    release();
    expect(asked).toHaveLength(100);
    close();
  });
});
