import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { runCommand } from '../../support/command.js';
import { startService } from '../../support/service.js';
import { platforms } from './install.js';

const VISITOR = '81.2.69.142';

test.describe.configure({ timeout: 600_000 });

let child: ChildProcess | undefined;
test.afterEach(async () => {
  if (!child) return;
  const ended = once(child, 'close');
  if (child.pid) process.kill(-child.pid, 'SIGKILL');
  await ended;
  child = undefined;
});

/** Starts a server in a folder. Resolves to its URL when it prints the URL. */
async function start(
  command: string[],
  inside = '',
  env: Record<string, string> = {},
  cwd = `${platforms}${inside}`,
): Promise<string> {
  const [program = '', ...args] = command;
  child = spawn(program, args, {
    cwd,
    detached: true,
    env: { ...process.env, PORT: '0', NO_COLOR: '1', ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  const listening = /(?:http:\/\/(?:127\.0\.0\.1|localhost):|"port":)(?!0\b)(\d+)/;
  await expect.poll(() => printed, { timeout: 150_000 }).toMatch(listening);
  const [said = '', port] = listening.exec(printed) ?? [];
  return said.startsWith('http') ? said : `http://127.0.0.1:${port}`;
}

/**
 * Only their types can be checked: whether a source accepts what the platform passes, and whether the route is valid.
 */
for (const platform of ['cloudflare-pages', 'netlify', 'vercel', 'sveltekit', 'astro', 'fastly'])
  test(`${platform}: source and route fit the platform's own types`, async () => {
    expect(await runCommand(['npx', 'tsc', '-p', `${platforms}types/${platform}.json`], 300)).toBe(true);
  });

const onVercel = {
  'x-vercel-forwarded-for': VISITOR,
  'x-vercel-ip-country': 'BR',
  'x-vercel-ip-city': 'S%C3%A3o%20Paulo',
};

/** A city whose name would break out of an attribute, a script or JSON. */
const CITY = `São "Paulo"'&quot;,&amp;<!--</script><script>document.body.remove()</script>`;
const script = readFileSync(new URL('../../../dist/visitor-elements.min.js', import.meta.url));

/**
 * Visits a page that its server renders with `initialData`: it shows the data of its own visitor, and sends no request.
 */
async function expectAnswerInPage(
  page: Page,
  address: string,
  headers: Record<string, string>,
): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/visitor-elements.min.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.setExtraHTTPHeaders(headers);
  const response = await page.goto(address);
  expect(await response?.headerValue('cache-control')).toContain('private');
  const shown = () =>
    page.evaluate(() => document.querySelector('visitor-value')?.shadowRoot?.textContent?.trim());
  await expect.poll(shown).toBe(CITY);
  await page.waitForLoadState('networkidle');
  expect(await shown()).toBe(CITY);
  expect(asked.filter((path) => path.startsWith('/origin'))).toEqual([]);
  // If nothing is known, the page's own text stays.
  await page.setExtraHTTPHeaders({});
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(address);
  await expect(page.locator('visitor-value')).toHaveText('a place');
  await page.unrouteAll();
}

/** Builds of frameworks, with the commands that serve them. */
const frameworks = {
  next: { build: ['npx', 'next', 'build'], serve: ['npx', 'next', 'start', '-p', '0'] },
  sveltekit: { build: ['npx', 'vite', 'build'], serve: ['npx', 'vite', 'preview', '--port', '0'] },
  astro: {
    build: ['npx', 'astro', 'build'],
    serve: [
      'node',
      '--input-type=module',
      '--eval',
      `import { createServer } from 'node:http';
      import handler from './.vercel/output/_functions/entry.mjs';
      const server = createServer(handler).listen(0, () => console.log('http://127.0.0.1:' + server.address().port));`,
    ],
  },
};
for (const [name, { build, serve }] of Object.entries(frameworks))
  test(`${name}: its route answers from what the platform knows${name === 'sveltekit' ? '' : ', and so does its page'}`, async ({
    page,
  }) => {
    expect(await runCommand(build, 500, { cwd: `${platforms}${name}` })).toBe(true);
    const base = await start(serve, name);
    const answer = await fetch(`${base}/origin/`, { headers: onVercel });
    expect(answer.redirected).toBe(false);
    expect(await answer.json()).toMatchObject({
      ip: VISITOR,
      location: { city: 'São Paulo', country: { code: 'BR' } },
    });
    const head = await fetch(`${base}/origin`, { method: 'HEAD', headers: onVercel });
    expect(head.status).toBe(200);
    expect((await fetch(`${base}/origin/AS`, { headers: onVercel })).status).toBe(404);
    expect(await (await fetch(`${base}/`)).text()).toContain('site');
    if (name !== 'sveltekit')
      await expectAnswerInPage(page, `${base}/visitor`, {
        ...onVercel,
        'x-vercel-ip-city': encodeURIComponent(CITY),
      });
  });

test('express: a page has its visitor’s answer in it', async ({ page }) => {
  const base = await start(['node', 'express.js']);
  await expectAnswerInPage(page, `${base}/`, { 'x-country': 'BR', 'x-city': encodeURIComponent(CITY) });
});

test('cloudflare-pages: HTMLRewriter writes the visitor’s answer into a static page, in workerd', async ({
  page,
}) => {
  // The platform's own runtime, with a static page instead of the site's files.
  const place = fileURLToPath(new URL('../../../test-results/', import.meta.url));
  mkdirSync(place, { recursive: true });
  writeFileSync(
    `${place}pages-worker.js`,
    `import { onRequest } from '${platforms}cloudflare-pages/functions/_middleware.ts';
    const html = '<!doctype html><script src="/visitor-elements.min.js"></script><p>You are in <visitor-value field="location.city">a place</visitor-value>.</p>';
    const files = ({ url }) => url.endsWith('.txt')
      ? new Response('plain', { headers: { etag: '"1"' } })
      : new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', etag: '"1"' } });
    export default { fetch: (request) => onRequest({ request, next: async () => files(request) }) };`,
  );
  const demo = fileURLToPath(new URL('../../../demo/relay/', import.meta.url));
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const worker = relative(demo, `${place}pages-worker.js`);
  const base = await start([process.execPath, '--import', tsx, 'workerd.ts', worker], '', {}, demo);
  const cf = JSON.stringify({ country: 'BR', city: CITY }).replace('ã', '\\u00e3');
  const headers = { 'x-cf': cf, 'cf-connecting-ip': VISITOR };
  await expectAnswerInPage(page, `${base}/`, headers);
  const made = await fetch(`${base}/`, { headers });
  expect([made.headers.get('etag'), made.headers.get('cache-control')]).toEqual([null, 'private']);
  const file = await fetch(`${base}/file.txt`, { headers });
  expect([await file.text(), file.headers.get('etag')]).toEqual(['plain', '"1"']);
});

test('container: its server is the relay, and stops when it is told to', async () => {
  const service = await startService();
  const base = await start(['node', 'server.js'], 'container', {
    LOOKUP_URL: `${service.base}/`,
    LOOKUP_KEY: 'demo-open',
    TRUST_PROXIES: '1', // Without it, nobody can claim an IP address.
  });
  const answer = await fetch(`${base}/origin/`, { headers: { 'X-Forwarded-For': `8.8.8.8, ${VISITOR}` } });
  expect(await answer.json()).toMatchObject({ ip: VISITOR, location: { country: { code: 'GB' } } });
  // A load balancer sends no visitor to a server that fails its check, and reuses a connection for up to a minute.
  const check = await fetch(`${base}/`, { headers: { 'User-Agent': 'ELB-HealthChecker/2.0' } });
  expect([check.status, check.headers.get('keep-alive')]).toEqual([200, 'timeout=65']);
  const ended = child && once(child, 'close');
  child?.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  child = undefined;
  await service.close();
});

test('container: its Dockerfile copies files that are there, and starts the server', () => {
  const dockerfile = readFileSync(`${platforms}container/Dockerfile`, 'utf8');
  const copied = [...(/^COPY (.*) \.\/$/gm.exec(dockerfile)?.[1]?.split(' ') ?? [])];
  expect(copied).toContain('server.js');
  for (const file of copied) expect(existsSync(`${platforms}container/${file}`), file).toBe(true);
  expect(dockerfile).toContain('CMD ["node", "server.js"]');
});
