import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relayListener } from 'visitor-elements/relay-node.js';
import { textOf } from '../../build/documents/documents.js';
import { installedProgram } from '../support/debian.js';
import { freePort } from '../support/free-port.js';
import { expect, test } from './fixtures.js';

/** The visitor, as Cloudflare names them to nginx. */
const VISITOR = '81.2.69.142';
const [, block = ''] = /```nginx\n(server \{.*?\n\})\n```/s.exec(textOf('docs/server.md')) ?? [];
const [zones = '', limited = ''] = Array.from(
  textOf('docs/production.md').matchAll(/```nginx\n(.*?)```/gs),
  ([, lines]) => lines,
);

let folder: string;
let nginx: ChildProcess | undefined;
let port: number;
let relay: Server;
let trustProxies = 1;

test.beforeAll(async () => {
  test.setTimeout(600_000); // It may install nginx.
  const program = await installedProgram('nginx');
  test.skip(!program, 'nginx is not installed');
  if (!program) return;
  const listeners = [0, 1, 2].map((count) =>
    relayListener({
      source: { ip: () => ({ location: { country: { code: 'GB' } } }) },
      trustProxies: count,
      allowedHosts: ['www.example.com'],
    }),
  );
  relay = createServer((req, res) => {
    req.url = req.url?.replace('/limited/', '/origin/') ?? '';
    listeners[trustProxies]?.(req, res);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  port = await freePort();
  folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const server = block
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(/\}\s*$/, `${limited.replace('/origin/', '/limited/')}}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${(relay.address() as AddressInfo).port}`);
  expect(server).toContain(`listen 127.0.0.1:${port};`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr crit; events {}\nhttp { access_log off; ${places.join(' ')}\n${zones}\n${server}\n}\n`,
  );
  nginx = spawn(program, ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'inherit', 'inherit'] });
  await expect.poll(() => ask({}).catch(() => 0)).toBeTruthy();
});

test.afterAll(async () => {
  if (!nginx) return;
  const ended = once(nginx, 'close');
  nginx.kill('SIGQUIT');
  await ended;
  relay.closeAllConnections();
  relay.close();
  await rm(folder, { recursive: true });
});

/** The IP address that the relay uses, or the code of its error. */
async function ask(
  headers: Record<string, string>,
  host = 'www.example.com',
  path = '/origin/',
): Promise<string> {
  const sent = request({ port, host: '127.0.0.1', path, headers: { host, ...headers } }).end();
  const [response] = await once(sent, 'response');
  if (response.statusCode === 429) return 'too many';
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { ip, code, location } = JSON.parse(Buffer.concat(chunks).toString());
  return ip ?? code ?? location.country.code;
}

test('behind nginx alone, what a client writes into X-Forwarded-For is not its IP address', async () => {
  trustProxies = 1;
  // The client is this machine with a private IP address, so the source is called without one.
  expect(await ask({})).toBe('GB');
  expect(await ask({ 'x-forwarded-for': VISITOR })).toBe('GB');
  // If `trustProxies` is too high, the client's own header is used.
  trustProxies = 2;
  expect(await ask({ 'x-forwarded-for': VISITOR })).toBe(VISITOR);
});

test('behind Cloudflare and nginx, the visitor’s IP address is Cloudflare’s, whatever the client sent', async () => {
  trustProxies = 2;
  expect(await ask({ 'x-forwarded-for': `8.8.8.8, ${VISITOR}` })).toBe(VISITOR);
});

test('behind nginx, the relay gets the host that the browser requested', async () => {
  trustProxies = 1;
  expect(await ask({}, 'elsewhere.example')).toBe('MISDIRECTED_REQUEST');
});

test('with the lines that bound connections, a client that floods is refused, and still heard later', async () => {
  trustProxies = 2;
  const flood = await Promise.all(
    Array.from({ length: 60 }, () => ask({ 'x-forwarded-for': VISITOR }, undefined, '/limited/')),
  );
  expect(new Set(flood)).toEqual(new Set([VISITOR, 'too many']));
  await expect.poll(() => ask({ 'x-forwarded-for': `${VISITOR}:443` }, undefined, '/limited/')).toBe(VISITOR);
});
