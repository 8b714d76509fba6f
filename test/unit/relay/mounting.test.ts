import type { RequestListener } from 'node:http';
import express from 'express';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
import { relayListener } from '../../../src/relay/node.js';
import { cloudflare } from '../../../src/relay/sources/index.js';
import { VISITOR } from '../../support/relay.js';
import { type Running, rawGet, serveListener, startService } from '../../support/service.js';

const options = { apiKey: 'demo-open', trustProxies: 1, parseUserAgent: false };
let service: Running;
test.beforeAll(async () => {
  service = await startService();
});
test.afterAll(() => service.close());

const ask = (base: string, path: string) =>
  fetch(`${base}${path}`, { headers: { 'X-Forwarded-For': VISITOR } });

async function expectRelay(
  listener: RequestListener,
  path: string,
  elsewhere: { path: string; status: number },
) {
  const { base, close } = await serveListener(listener);
  expect(await (await ask(base, path)).json()).toMatchObject({ ip: VISITOR });
  expect(await (await ask(base, `${path}AS?fields=asn`)).json()).toEqual({ asn: 20712 });
  expect((await ask(base, elsewhere.path)).status).toBe(elsewhere.status);
  await close();
}

test('node:http: it is the whole server', () =>
  expectRelay(relayListener({ ...options, baseUrl: service.base }), '/origin/', { path: '/', status: 404 }));

test('node:http: it leaves other paths to the rest of the server', async () => {
  const relay = relayListener({ ...options, baseUrl: service.base });
  await expectRelay((req, res) => relay(req, res, () => res.writeHead(202).end()), '/origin/', {
    path: '/originals',
    status: 202,
  });
});

test('node:http: its own paths are its own', async () => {
  const relay = relayListener({ ...options, baseUrl: service.base });
  await expectRelay((req, res) => relay(req, res, () => res.writeHead(202).end()), '/origin/', {
    path: '/origin/8.8.8.8',
    status: 404,
  });
});

test('node:http: a time limit of the server, which responds first, is no failure', async () => {
  const relay = relayListener({ ...options, baseUrl: `${service.base}/fault/slow-300/` });
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  process.on('unhandledRejection', note);
  const { error } = console;
  console.error = note;
  const { base, close } = await serveListener((req, res) => {
    relay(req, res);
    res.writeHead(503).end();
  });
  expect((await ask(base, '/origin/')).status).toBe(503);
  const patient = await serveListener(relay);
  expect((await ask(patient.base, '/origin/')).status).toBe(200);
  process.off('unhandledRejection', note);
  console.error = error;
  await Promise.all([close(), patient.close()]);
  expect(failures).toEqual([]);
});

test('a framework that awaits its handler, as API routes of Next.js and h3 do, goes on after the response', async () => {
  const relay = relayListener({ ...options, baseUrl: service.base });
  const after: unknown[] = [];
  const { base, close } = await serveListener(async (req, res) => {
    await relay(req, res, async () => {
      await new Promise(setImmediate);
      res.writeHead(202).end();
    });
    after.push(res.writableEnded);
  });
  for (const path of ['/origin/', '/elsewhere']) await (await ask(base, path)).text();
  await expect.poll(() => after).toEqual([true, true]);
  await close();
});

test('Express: as a middleware of the whole app', async () => {
  const app = express();
  app.use(relayListener({ ...options, baseUrl: service.base }));
  app.get('/', (_req, res) => void res.sendStatus(202));
  await expectRelay(app, '/origin/', { path: '/', status: 202 });
});

test('Express: behind Cloudflare, whose headers have their text in bytes of UTF-8', async () => {
  const app = express();
  app.use(relayListener(cloudflare()));
  const { base, close } = await serveListener(app);
  const sent = `cf-connecting-ip: ${VISITOR}\r\ncf-ipcountry: DE\r\ncf-region-code: BY\r\ncf-ipcity: München\r\n`;
  const reply = Buffer.from(await rawGet(base, '/origin/', sent), 'latin1').toString();
  expect(JSON.parse(reply.slice(reply.indexOf('{')))).toMatchObject({
    ip: VISITOR,
    location: { country: { code: 'DE', name: 'Germany' }, region: { code: 'DE-BY' }, city: 'München' },
  });
  await close();
});

test('Express: under a mount point', async () => {
  const app = express();
  app.use('/origin/', relayListener({ ...options, baseUrl: service.base }));
  await expectRelay(app, '/origin/', { path: '/', status: 404 });
});

test('Express: under routers, with the whole path as browsers ask for it', async () => {
  const app = express();
  const router = express.Router();
  router.use('/who', relayListener({ ...options, baseUrl: service.base, path: '/api/who' }));
  app.use('/api', router);
  await expectRelay(app, '/api/who/', { path: '/who/', status: 404 });
});

test('Express: clientIp gets the request as it came, with its server', async () => {
  const app = express();
  const seen: unknown[] = [];
  app.set('trust proxy', 1);
  app.use(
    '/origin',
    relayListener({
      ...options,
      baseUrl: service.base,
      clientIp(request, context) {
        seen.push(new URL(request.url).pathname, request.headers.get('x-forwarded-for'));
        return 'ip' in context ? String(context.ip) : null;
      },
    }),
  );
  await expectRelay(app, '/origin/', { path: '/', status: 404 });
  expect(seen).toEqual(['/origin/', VISITOR, '/origin/AS', VISITOR]);
});

test('Vite: in front of its own files', async () => {
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    server: { port: 0, hmr: false, host: '127.0.0.1' },
    plugins: [
      {
        name: 'relay',
        configureServer: ({ middlewares }) =>
          void middlewares.use('/origin/', relayListener({ ...options, baseUrl: service.base })),
      },
    ],
  });
  await vite.listen();
  const base = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  expect(await (await ask(base, '/origin/')).json()).toMatchObject({ ip: VISITOR });
  expect(await (await ask(base, '/origin/AS?fields=asn')).json()).toEqual({ asn: 20712 });
  expect((await ask(base, '/origin/8.8.8.8')).status).toBe(404);
  await vite.close();
});

test('a web-standard runtime: clientIp gets the context', async () => {
  const relay = createRelay({
    baseUrl: service.base,
    apiKey: 'demo-open',
    path: '/',
    clientIp: (_request, context: { remote: string }) => context.remote,
  });
  const headers = { 'User-Agent': 'curl/8.5.0' };
  const answer = await relay(new Request('https://example.com/', { headers }), { remote: VISITOR });
  expect(await answer.json()).toMatchObject({ ip: VISITOR, user_agent: { name: 'curl' } });
  const head = await relay(new Request('https://example.com/AS', { method: 'HEAD' }), { remote: VISITOR });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
