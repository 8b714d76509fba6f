import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type Handler, nodeListener } from '../../../demo/service/node-listener.js';
import { type Running, rawGet, sendRaw, serveListener } from '../../support/service.js';

/** Runs a handler behind the listener until `use` ends. */
async function behind(handler: Handler, use: (running: Running) => Promise<unknown>): Promise<void> {
  const running = await serveListener(nodeListener(handler));
  try {
    await use(running);
  } finally {
    await running.close();
  }
}

const echo: Handler = async ({ method, url, headers, body }, address) =>
  Response.json({
    method,
    url,
    address,
    headers: [...headers],
    body: body && (await new Response(body).text()),
  });

const bodyOf = (answer: string) => JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? '{}');

test.describe('the path arrives as it was sent', () => {
  for (const target of [
    '/',
    '//',
    '//evil.example/x',
    '/a//b',
    '/a%2Fb',
    '/%2F..%2F',
    '/a?b=/../c',
    '/...',
    '/%',
    '/a;b',
  ])
    test(target, () =>
      behind(echo, async ({ base }) => {
        expect(bodyOf(await rawGet(base, target)).url).toBe(`${base}${target}`);
      }),
    );

  test('in absolute form, whose host wins over the header', () =>
    behind(echo, async ({ base }) => {
      expect(bodyOf(await rawGet(base, 'http://a.example:81/b?c')).url).toBe('http://a.example:81/b?c');
      expect(bodyOf(await rawGet(base, 'http://a.example')).url).toBe('http://a.example/');
    }));
});

test.describe('a request that can’t be a web Request gets 400 without details', () => {
  const targets = [
    '/a/../b',
    '/..',
    '/.',
    '/%2e%2E/b',
    '/a/.%2e',
    '/a\\b',
    '/a#b',
    '*',
    'http://',
    'http://a@b/',
    'ftp://a/',
  ];
  for (const target of targets)
    test(target, () =>
      behind(echo, async ({ base }) => {
        expect(await rawGet(base, target)).toMatch(
          /^HTTP\/1.1 400 Bad Request\r\n[^<{]*\r\n\r\n(0\r\n\r\n)?$/,
        );
      }),
    );

  for (const host of ['a b', 'a/b', 'a@b', 'a:99999', '[::1', 'a?b', '1.2.3.999', 'a,b', ''])
    test(`Host: ${host}`, () =>
      behind(echo, async ({ base }) => {
        const answer = await sendRaw(base, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1.1 400 /);
        expect(answer).not.toContain('TypeError');
      }));

  test('TRACE', () =>
    behind(echo, async ({ base }) => {
      expect(await sendRaw(base, 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
        /^HTTP\/1.1 400 /,
      );
    }));
});

test('headers arrive whole, repeated ones joined', () =>
  behind(echo, async ({ base }) => {
    const { headers } = bodyOf(
      await rawGet(base, '/', 'X-A: 1\r\nX-A: 2\r\nCookie: a=1\r\nX-Latin: caf\u00e9\r\n'),
    );
    expect(Object.fromEntries(headers)).toMatchObject({ 'x-a': '1, 2', cookie: 'a=1' });
  }));

test('the address is that of the socket', () =>
  behind(echo, async ({ base }) => {
    expect((await (await fetch(base)).json()).address).toBe('127.0.0.1');
  }));

test('status, text and headers of the response are sent, with separate cookies', () =>
  behind(
    async () =>
      new Response('x', {
        status: 203,
        statusText: 'Fine',
        headers: [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['X-A', '1'],
        ],
      }),
    async ({ base }) => {
      const response = await fetch(base);
      expect([response.status, response.statusText, response.headers.get('x-a')]).toEqual([203, 'Fine', '1']);
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    },
  ));

test.describe('a body arrives whole, and its end after it', () => {
  const text = '~'.repeat(3_000_000);
  const inParts = (wait: () => Promise<unknown>) => {
    const parts = [text.slice(0, 10), text.slice(10, 20), text.slice(20)];
    return new ReadableStream({
      async pull(controller) {
        await wait();
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
  };
  const bodies: Record<string, () => BodyInit> = {
    small: () => text.slice(0, 20),
    large: () => text,
    empty: () => '',
    'a stream that is all there': () => inParts(async () => {}),
    'a stream that is late': () => inParts(() => new Promise((resolve) => setTimeout(resolve, 20))),
  };
  for (const [name, make] of Object.entries(bodies))
    test(name, () =>
      behind(
        async () => new Response(make()),
        async ({ base }) => {
          const expected = await new Response(make()).text();
          const pipelined = 'GET / HTTP/1.1\r\nHost: a\r\n';
          const answers = await sendRaw(base, `${pipelined}\r\n${pipelined}Connection: close\r\n\r\n`);
          expect(answers.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
          expect(answers.match(/\r\n0\r\n\r\n(?=HTTP|$)/g)).toHaveLength(2);
          expect(answers.split('~').length - 1).toBe(2 * expected.length);
          expect((await (await fetch(base)).text()) === expected).toBe(true);
        },
      ),
    );
});

/** A promise with its `resolve` function. */
function event() {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
}

/** A body of endless kilobytes. `given` counts those that were read. */
function endless(onCancel: () => void) {
  const counter = { given: 0 };
  const stream = new ReadableStream({
    pull(controller) {
      counter.given += 1;
      controller.enqueue(new Uint8Array(1024));
    },
    cancel: onCancel,
  });
  return { counter, stream };
}

test('HEAD sends no body, and cancels the response’s body', async () => {
  const { happen, happened } = event();
  await behind(
    async () => new Response(endless(happen).stream),
    async ({ base }) => {
      expect(await (await fetch(base, { method: 'HEAD' })).text()).toBe('');
      await happened;
    },
  );
});

test('an upload is streamed', () =>
  behind(
    async (request) => new Response(request.body),
    async ({ base }) => {
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
      const response = fetch(base, { method: 'POST', body: readable, ...{ duplex: 'half' } });
      const writer = writable.getWriter();
      void writer.write(new TextEncoder().encode('first'));
      const reader = (await response).body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
      void writer.write(new TextEncoder().encode('second'));
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second');
      void writer.close();
      expect((await reader?.read())?.done).toBe(true);
    },
  ));

test('an unread body does not block the next request', () =>
  behind(
    async () => new Response('ok'),
    async ({ base }) => {
      const body = 'x'.repeat(1_000_000);
      const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const answer = await sendRaw(base, `${post}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer.split('HTTP/1.1 200 OK').length).toBe(3);
    },
  ));

test('a slow reader pauses the body instead of filling memory', async () => {
  const cancelled = event();
  const { counter, stream } = endless(cancelled.happen);
  await behind(
    async () => new Response(stream),
    async ({ base }) => {
      const { hostname, port } = new URL(base);
      const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
      await new Promise((resolve) => socket.once('readable', resolve));
      let before = -1;
      await expect
        .poll(() => {
          const still = counter.given === before;
          before = counter.given;
          return still;
        })
        .toBe(true);
      expect(counter.given).toBeLessThan(50_000);
      socket.destroy();
      await cancelled.happened;
    },
  );
});

test('a client that disconnects aborts the request’s signal', async () => {
  const arrived = event();
  const aborted = event();
  await behind(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.happen();
          reject(signal.reason);
        });
        arrived.happen();
      }),
    async ({ base }) => {
      const leave = new AbortController();
      const answer = fetch(base, { signal: leave.signal });
      await arrived.happened;
      leave.abort();
      await expect(answer).rejects.toThrow();
      await aborted.happened;
    },
  );
});

test('a client with a complete response aborts nothing', async () => {
  const signals: AbortSignal[] = [];
  await behind(
    async ({ signal }) => {
      signals.push(signal);
      return new Response('ok');
    },
    async ({ base }) => {
      await rawGet(base, '/');
      await rawGet(base, '/');
    },
  );
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

test('a handler that throws, now or later, causes 500 without details', async () => {
  const failures: Handler[] = [
    () => {
      throw new Error('secret');
    },
    async () => Promise.reject(new Error('secret')),
    async () => Promise.reject(undefined),
  ];
  for (const handler of failures)
    await behind(handler, async ({ base }) => {
      const answer = await rawGet(base, '/');
      expect(answer).toMatch(/^HTTP\/1.1 500 /);
      expect(answer).not.toContain('secret');
    });
});

test('a response of type error closes the connection before any byte', () =>
  behind(
    async () => Response.error(),
    async ({ base }) => {
      expect(await rawGet(base, '/')).toBe('');
    },
  ));

test('a body that fails closes the connection after what was sent of it', () =>
  behind(
    async () => {
      let pulls = 0;
      const body = new ReadableStream({
        pull(controller) {
          if (pulls++ === 0) controller.enqueue(new TextEncoder().encode('half'));
          else controller.error(new Error('secret'));
        },
      });
      return new Response(body);
    },
    async ({ base }) => {
      const answer = await rawGet(base, '/');
      expect(answer).toMatch(/^HTTP\/1.1 200 .*half\r\n$/s);
      expect(answer).not.toContain('secret');
    },
  ));
