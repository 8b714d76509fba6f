import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { folder, mounts } from '../../demo/mounts.js';
import { chromiumArgs, installedChromium } from '../browsers.js';
import { serve } from '../service/server.js';

const places = { ...mounts, '/dist/': folder(new URL('../../dist/', import.meta.url)) };

/** Has the next page prerendered, and goes there once that is told to have come as far as it may. */
const start = `<!doctype html><title>Start</title>
<script type="speculationrules">{"prerender": [{"urls": ["/next"], "eagerness": "immediate"}]}</script>
<script>fetch('/tell/go').then(() => { location.href = '/next'; });</script>`;

/** Tells what it is before somebody sees it, after a request of its own that any lookup of the library precedes. */
const next = (visit: string) => `<!doctype html><title>Next</title>
<script src="/dist/visitor-elements.min.js" data-base-url="/api/visit/${visit}/" data-api-key="demo-open"
  data-skip-bots="false"></script>
<script>
  visitorElements.origin.ip().then(({ ip }) => fetch('/tell/seen/' + document.prerendering + '/' + ip));
  fetch('/tell/loaded/' + document.prerendering);
</script>`;

test('a page that Chromium prerenders looks nothing up until somebody sees it', async () => {
  test.setTimeout(60_000);
  const visit = crypto.randomUUID();
  const told: [what: string, requests: number][] = [];
  const loaded = signal();
  const seen = signal();
  const { base, close } = await serve(async (request, response) => {
    const { url = '/' } = request;
    const [prefix, listener] = Object.entries(places).find(([place]) => url.startsWith(place)) ?? [];
    if (prefix && listener) {
      request.url = url.slice(prefix.length - 1);
      listener(request, response);
      return;
    }
    if (url === '/tell/go') await loaded.given;
    else if (url.startsWith('/tell/')) {
      const usage = (await (await fetch(`${base}/api/usage/${visit}`)).json()) as { requests: number };
      told.push([url.slice(6), usage.requests]);
      (url.startsWith('/tell/seen/') ? seen : loaded).give();
    }
    response.setHeader('content-type', 'text/html');
    response.end(url === '/start' ? start : url === '/next' ? next(visit) : '');
  });
  const profile = await mkdtemp(join(tmpdir(), 'prerender-'));
  // Playwright's own connection to a browser keeps it from prerendering, so this one runs by itself.
  const browser = spawn(
    installedChromium() ?? chromium.executablePath(),
    [...chromiumArgs, '--headless=new', `--user-data-dir=${profile}`, `${base}/start`],
    { stdio: 'ignore', timeout: 50_000 },
  ).once('exit', seen.give);
  await seen.given;
  browser.kill();
  await close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  expect(told).toEqual([
    ['loaded/true', 0],
    ['seen/false/81.2.69.142', 1],
  ]);
});

/** Something to wait for. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
