/*
 * npm run benchmark
 *
 * Measures what a visitor feels, in Chromium, with the built script: how soon a first visit shows data beside a
 * hand-written fetch, how long a thousand values take beside plain text, and whether a card that fills moves anything.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from '@playwright/test';
import { folder, mounts } from '../../demo/mounts.js';
import { chromiumArgs, installedChromium } from '../browsers.js';
import { heapGrowth, thousandValues } from './values.js';

const rounds = 25;
const dist = folder(new URL('../../dist/', import.meta.url));

const script = (baseUrl: string) =>
  `<script src="/dist/visitor-elements.min.js" data-base-url="${baseUrl}" data-api-key="demo-page"></script>`;

/** Pages that show the visitor's address, from a service at an address of its own. */
const byHand = (baseUrl: string) => `<p id="value"></p><script>
    fetch("${baseUrl}?key=demo-page").then((response) => response.json()).then((data) => {
      document.querySelector("#value").textContent = data.ip; window.shown = performance.now();
    })</script>`;
const byElement = (
  baseUrl: string,
) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${baseUrl}?key=demo-page">${script(baseUrl)}
  <visitor-value id="value" field="ip">…</visitor-value><script>
    document.querySelector("#value").addEventListener("visitor-load", () => { window.shown = performance.now() })</script>`;

const services = { 'at once': '/api/', 'after 100 ms': '/api/fault/slow-100/' };
const pages: Record<string, string> = {
  '/card': `${script('/api/')}<visitor-info base-url="/api/fault/slow-300/"></visitor-info><p>What comes after the card.</p>`,
};
for (const baseUrl of Object.values(services)) {
  pages[`/by-hand${baseUrl}`] = byHand(baseUrl);
  pages[`/element${baseUrl}`] = byElement(baseUrl);
}

const server = createServer((request, response) => {
  const { url = '/' } = request;
  const mounted = Object.entries({ ...mounts, '/dist/': dist }).find(([prefix]) => url.startsWith(prefix));
  if (mounted) {
    const [prefix, listener] = mounted;
    request.url = url.slice(prefix.length - 1);
    listener(request, response);
  } else
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>benchmark</title>${pages[url]}`);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const executablePath = installedChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs });

for (const [speed, baseUrl] of Object.entries(services)) {
  console.log(
    `\nFirst visit, milliseconds until the data is on screen (median); the service answers ${speed}`,
  );
  const hand: number[] = [];
  const element: number[] = [];
  for (let round = 0; round < rounds; round++) {
    hand.push(await firstVisit(browser, `/by-hand${baseUrl}`));
    element.push(await firstVisit(browser, `/element${baseUrl}`));
  }
  report('a hand-written fetch', median(hand));
  report('the element, with the preload line', median(element));
  report('ratio (aim: at most 1.05)', median(element) / median(hand));
}

console.log('\nA thousand values, milliseconds until laid out (median)');
const { plain, bare, values } = await thousandValues(browser);
report('textContent of a thousand spans', plain);
report('a thousand bare LitElements', bare);
report('a thousand <visitor-value>', values);
report('ratio to textContent (aim: at most 2.3)', values / plain);
report('ratio to LitElement (aim: at most 1.5)', values / bare);
report('kB of heap for 10,000 that came and went', (await heapGrowth(browser)) / 1024);

console.log('\nLayout shift of a pending card that fills (aim: 0)');
report('cumulative score', await layoutShift(browser));

await browser.close();
server.close();

async function firstVisit(browser: Browser, path: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(base + path);
  const handle = await page.waitForFunction('window.shown');
  const time = Number(await handle.jsonValue());
  await context.close();
  return time;
}

async function layoutShift(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  await page.goto(`${base}/card`);
  await page.waitForFunction('document.querySelector("visitor-info").data');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const observer = new PerformanceObserver(() => undefined);
            observer.observe({ type: 'layout-shift', buffered: true });
            const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          }),
        );
      }),
  );
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function report(what: string, value: number): void {
  console.log(`  ${what.padEnd(40)} ${value.toFixed(2)}`);
}
