import { setTimeout } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { remote } from 'webdriverio';
import type { Engine } from '../support/browsers.js';
import { onPath } from '../support/command.js';
import { startWebKit, webKitCapabilities } from '../support/webkit.js';

/** One page of a browser, as far as a person's walk through a site needs it, in every engine. */
export interface Walker {
  goto(address: string): Promise<void>;
  /** The value of an expression in the page, as JSON; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T>;
  /** A click where a person would click. */
  click(selector: string): Promise<void>;
  /** A key, by its name, such as `ArrowRight`. */
  press(key: keyof typeof keys): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** Another width of the window; WebKit's stops at 447 px. */
  resize(width: number): Promise<void>;
  close(): Promise<void>;
}

/** What WebDriver calls the keys. */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowRight: '\uE014', ' ': ' ' } as const;

const HEIGHT = 900;
const asJson = (expression: string) =>
  `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;

/** Opens a page in an engine's browser, given Playwright's own; `undefined` where the engine is not installed. */
export const startEngine: Record<Engine, (chromium: Browser) => Promise<Walker | undefined>> = {
  chromium: drivenByPlaywright,
  firefox: drivenByPuppeteer,
  webkit: drivenByWebDriver,
};

async function drivenByPlaywright(browser: Browser): Promise<Walker> {
  const page = await browser.newPage();
  // Playwright's own `evaluate` is subject to the page's security policy.
  const session = await page.context().newCDPSession(page);
  return {
    goto: async (address) => void (await page.goto(address)),
    async evaluate(expression) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression: asJson(expression),
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return JSON.parse(result.value);
    },
    click: (selector) => page.locator(selector).first().click(),
    press: (key) => page.keyboard.press(key === ' ' ? 'Space' : key),
    type: (text) => page.keyboard.type(text),
    resize: (width) => page.setViewportSize({ width, height: HEIGHT }),
    close: () => page.context().close(),
  };
}

async function drivenByPuppeteer(): Promise<Walker | undefined> {
  const executablePath = onPath('firefox-esr', 'firefox');
  if (!executablePath) return undefined;
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    goto: async (address) => void (await page.goto(address, { waitUntil: 'load' })),
    evaluate: async (expression) => JSON.parse((await page.evaluate(asJson(expression))) as string),
    async click(selector) {
      const element = await page.waitForSelector(selector);
      await element?.scrollIntoView();
      await element?.click();
    },
    press: (key) => page.keyboard.press(key === ' ' ? 'Space' : key),
    type: (text) => page.keyboard.type(text),
    resize: (width) => page.setViewport({ width, height: HEIGHT }),
    close: () => browser.close(),
  };
}

async function drivenByWebDriver(): Promise<Walker | undefined> {
  const webKit = await startWebKit();
  if (!webKit) return undefined;
  // A driver that can't start its browser is silent for longer than a test may take.
  const late = setTimeout(40_000, undefined, { ref: false }).then(() => {
    throw new Error('The browser could not start: WebKit gave no session within 40 s.');
  });
  const browser = await Promise.race([
    late,
    remote({
      hostname: '127.0.0.1',
      port: webKit.port,
      logLevel: 'error',
      capabilities: { ...webKitCapabilities, pageLoadStrategy: 'normal' },
    }),
  ]);
  await browser.setTimeout({ script: 25_000 });
  return {
    goto: async (address) => void (await browser.url(address)),
    evaluate: async (expression) =>
      JSON.parse(
        await browser.executeAsync<string, []>(
          `const done = arguments[arguments.length - 1]; ${asJson(expression)}.then(done, (error) => done(JSON.stringify(String(error))))`,
        ),
      ),
    async click(selector) {
      const element = await browser.$(selector);
      await element.waitForExist();
      await element.scrollIntoView();
      await element.click();
    },
    press: (key) => browser.keys(keys[key]),
    type: (text) => browser.keys([...text]),
    resize: (width) => browser.setWindowSize(width, HEIGHT),
    async close() {
      await browser.deleteSession();
      webKit.close();
    },
  };
}
