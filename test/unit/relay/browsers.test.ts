import { expect } from 'vitest';
import { VISITOR } from '../../support/relay.js';
import { serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

test('if only the parsing fails, the rest is sent, and not cached by the browser', async ({ start }) => {
  const upstream = await serveListener((req, res) =>
    req.url === '/user_agent' ? res.writeHead(500).end() : res.end(`{"ip":"${VISITOR}"}`),
  );
  const { ask } = await start({ baseUrl: upstream.base });
  const response = await ask();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ip: VISITOR, user_agent: null });
  await upstream.close();
});

const envelopes = {
  results: '{"results":[{"name":"Firefox"}]}',
  array: '[{"name":"Firefox"}]',
  'array after spaces': ' \n[{"name":"Firefox"}]',
  user_agent: '{"user_agent":{"name":"Firefox"}}',
  none: '{"name":"Firefox"}',
};
for (const [envelope, body] of Object.entries(envelopes))
  test(`a parsed browser in the wrapping '${envelope}' is understood`, async ({ start }) => {
    const upstream = await serveListener((_req, res) => res.end(body));
    const { ask } = await start({ baseUrl: upstream.base });
    expect(await (await ask('user_agent')).json()).toEqual({ name: 'Firefox' });
    await upstream.close();
  });

for (const browser of [{ code: 'X' }, { message: 'Y' }])
  test(`a browser with a field of an error is still a browser: ${Object.keys(browser)}`, async ({
    start,
    upstream,
  }) => {
    const service = await upstream(() => ({ results: [browser] }));
    const { ask } = await start({ baseUrl: service.base });
    expect(await (await ask('user_agent')).json()).toEqual(browser);
  });

for (const body of [
  '[]',
  '[null]',
  '[1]',
  '[[]]',
  '{"results":[]}',
  '{"results":[null]}',
  '{"results":["x"]}',
  '{"results":"x"}',
  '{"results":null}',
  '{"results":5,"name":"x"}',
])
  test(`${body} is not a parsed browser`, async ({ start, upstream }) => {
    const service = await upstream(() => body);
    const { ask } = await start({ baseUrl: service.base });
    expect((await ask('user_agent')).status).toBe(502);
  });

test('an error instead of a parsed browser is not a browser', async ({ start }) => {
  const upstream = await serveListener((_req, res) =>
    res.end('{"results":[{"code":"X","message":"Y","resolution":"Z"}]}'),
  );
  const { ask } = await start({ baseUrl: upstream.base });
  expect((await ask('user_agent')).status).toBe(502);
  await upstream.close();
});
