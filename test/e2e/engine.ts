import { setTimeout } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { remote } from 'webdriverio';
import type { Engine } from '../support/browsers.js';
import { onPath } from '../support/command.js';
import { startWebKit, webKitCapabilities } from '../support/webkit.js';

/** A browser page with the actions that a walk through a site needs, in every engine. */
export interface Walker {
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page to JSON. Waits for a promise. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks in the middle of an element. */
  click(selector: string): Promise<void>;
  /** Presses a key, such as `ArrowRight`. */
  press(key: keyof typeof keys): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Changes the window's width. WebKit's minimum is 447 px. */
  resize(width: number): Promise<void>;
  close(): Promise<void>;
}

/** WebDriver's codes of keys. */
const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowRight: '\uE014', ' ': ' ' } as const;

const HEIGHT = 900;
const asJson = (expression: string) =>
  `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;

/** Opens a page in an engine's browser. Takes Playwright's Chromium. `undefined` if the engine isn't installed. */
export const startEngine: Record<Engine, (chromium: Browser) => Promise<Walker | undefined>> = {
  chromium: drivenByPlaywright,
  firefox: drivenByPuppeteer,
  webkit: drivenByWebDriver,
};

async function drivenByPlaywright(browser: Browser): Promise<Walker> {
  const page = await browser.newPage();
  // The page's content security policy applies to Playwright's own `evaluate`.
  const session = await page.context().newCDPSession(page);
  return {
    goto: async (url) => void (await page.goto(url)),
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
  const browser = await puppeteer
    .launch({ browser: 'firefox', executablePath, headless: true, timeout: 120_000 })
    .catch((error: Error) => {
      throw new Error(`The browser could not start: ${error.message}`);
    });
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
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
  // If a driver can't start its browser, it doesn't respond for longer than a test may take.
  const late = setTimeout(120_000, undefined, { ref: false }).then(() => {
    throw new Error('The browser could not start: WebKit gave no session within two minutes.');
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
  await browser.setTimeout({ script: 120_000 });
  return {
    goto: async (url) => void (await browser.url(url)),
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
