import type { IncomingMessage } from 'node:http';
import { connect, createServer, type IncomingHttpHeaders } from 'node:http2';
import { expect } from 'vitest';
import { type ListenerOptions, relayListener } from '../../../src/relay/node.js';
import type { ServiceOptions } from '../../../src/relay/options.js';
import { VISITOR } from '../../support/relay.js';
import { listen } from '../../support/service.js';
import { test } from './fixtures.js';

/** A relay, and one HTTP/2 connection to it. */
async function openConnection(options: ListenerOptions & Partial<ServiceOptions<IncomingMessage>>) {
  const server = createServer().on(
    'request',
    relayListener({ baseUrl: 'https://service.example/', apiKey: 'key-1', ...options }),
  );
  const client = connect(await listen(server));
  const close = () => {
    client.close();
    server.close();
  };
  return { client, close };
}

/** Sends requests to a relay over one HTTP/2 connection, several at once. */
async function askTogether(
  options: Parameters<typeof openConnection>[0],
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
});
