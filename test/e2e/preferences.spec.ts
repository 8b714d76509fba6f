import type { Page as ChromiumPage } from '@playwright/test';
import puppeteer, { type Page as FirefoxPage } from 'puppeteer-core';
import { onPath } from '../support/command.js';
import type { Running } from '../support/service.js';
import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

/*
 * Preferences of a visitor's device: forced colours, and touch. Chromium and Firefox can emulate both. WebKit on Linux
 * supports neither.
 */
const states = {
  ready: 'from/sample-vpn/',
  pending: 'fault/slow-60000/',
  error: 'fault/status-500/',
};

const html = (
  prefix: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Preferences</title>
  <meta name="viewport" content="width=device-width"><style>body { margin: 16px }</style>
  <script src="/dist/visitor-elements.min.js" data-base-url="/api/${prefix}" data-api-key="demo-open"
    data-storage="none" data-skip-bots="false" data-retries="0" data-timeout="90000"></script>
  <visitor-info><visitor-map slot="header"></visitor-map></visitor-info>
  <visitor-info layout="compact"></visitor-info>
  <visitor-country-select>Deliver to</visitor-country-select>`;

let server: Running;
test.beforeAll(async () => {
  server = await serveSite(({ url = '/' }, response) => {
    const prefix =
      states[new URL(url, 'http://site.invalid').searchParams.get('state') as keyof typeof states];
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(prefix ? html(prefix) : '');
  });
});
test.afterAll(() => server.close());

type Page = ChromiumPage | FirefoxPage;
const evaluate = <T>(page: Page, expression: string) => (page as ChromiumPage).evaluate<T>(expression);

async function open(page: Page, state: keyof typeof states): Promise<void> {
  await page.goto(`${server.base}/?state=${state}`, { waitUntil: 'domcontentloaded' });
  await expect
    .poll(() => evaluate(page, `document.querySelectorAll(':state(${state})').length`))
    .toBeGreaterThanOrEqual(4);
}

/** Parts of elements, with what makes them visible: the border's colour and width, and the background around them. */
const drawn = (selector: string) => `[...document.querySelectorAll('*')].flatMap((element) =>
  [...(element.shadowRoot?.querySelectorAll(${JSON.stringify(selector)}) ?? [])].map((part) => {
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(part);
    const canvas = getComputedStyle(part.closest('[part=card]') ?? part).backgroundColor;
    return { width: borderTopWidth, style: borderTopStyle, seen: borderTopColor !== canvas };
  }))`;

/** Whether a touch 21 pixels from the middle of each element still reaches the element. */
const touched = (selector: string) => `[...document.querySelectorAll('*')].flatMap((element) =>
  [...(element.shadowRoot?.querySelectorAll(${JSON.stringify(selector)}) ?? [])].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [[0, -21], [0, 21], [-21, 0], [21, 0]].every(([dx, dy]) =>
      element.shadowRoot.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy) === part);
  }))`;

const line = { width: '1px', style: 'solid', seen: true };

async function forcedColours(page: Page): Promise<void> {
  await open(page, 'pending');
  expect(await evaluate(page, 'matchMedia("(forced-colors: active)").matches')).toBe(true);
  const lines = await evaluate<(typeof line)[]>(page, drawn('.skeleton-line'));
  expect(lines.length).toBeGreaterThan(10);
  for (const each of lines) expect(each).toEqual(line);
  expect(await evaluate(page, drawn('select'))).toEqual([line]);
  const arrow = `getComputedStyle(document.querySelector('visitor-country-select').shadowRoot.querySelector('div'), '::after')`;
  expect(await evaluate(page, `${arrow}.borderBottomColor === getComputedStyle(document.body).color`)).toBe(
    true,
  );
  await open(page, 'ready');
  const badges = await evaluate<(typeof line)[]>(page, drawn('li'));
  expect(badges.length).toBeGreaterThan(1);
  for (const badge of badges) expect(badge).toEqual(line);
  await open(page, 'error');
  // In a compact card the button is an underlined text.
  const [button, ...small] = await evaluate<(typeof line)[]>(page, drawn('button'));
  expect([button, ...small.map(({ width }) => width)]).toEqual([line, '0px']);
}

async function coarsePointer(page: Page): Promise<void> {
  await open(page, 'ready');
  expect(await evaluate(page, 'matchMedia("(pointer: coarse)").matches')).toBe(true);
  expect(await evaluate(page, touched('button, select'))).toEqual([true, true]);
  await open(page, 'error');
  expect(await evaluate(page, touched('button, select'))).toEqual([true, true, true]);
}

test('in forced colours the skeleton, the badges and controls are visible, in Chromium', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await forcedColours(page);
});

/** The animations that run in the elements. */
const moving = `[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? []).length`;

test('with reduced motion nothing in the elements moves, in Chromium', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, 'pending');
  expect(await evaluate(page, moving)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => evaluate(page, moving)).toBe(0);
  await open(page, 'ready');
  expect(await evaluate(page, moving)).toBe(0);
});

test.describe('a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });
  test('has touch targets of 44 pixels, in Chromium', ({ page }) => coarsePointer(page));
});

const inFirefox = {
  'browser.display.document_color_use': 2,
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
};

test('in forced colours the skeleton, the badges and controls are visible, and touch targets have 44 pixels, in Firefox', async () => {
  const executablePath = onPath('firefox-esr', 'firefox');
  test.skip(!executablePath, 'firefox is not installed');
  if (!executablePath) return;
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    timeout: 120_000,
    extraPrefsFirefox: inFirefox,
  });
  try {
    const page = await browser.newPage();
    await forcedColours(page);
    await coarsePointer(page);
  } finally {
    await browser.close();
  }
});
