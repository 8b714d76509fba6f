import type { Walker } from '../e2e/engine.js';
import { type Engine, engines } from '../support/browsers.js';
import { expect, type StaticSite, test } from './static-site.js';

/** The visible text of an element and its shadow root, in the document of a frame if one is named. */
const shown = (selector: string, frame = '') => `(() => {
  const root = ${frame ? `document.querySelector(${JSON.stringify(frame)})?.contentDocument` : 'document'};
  const element = root?.querySelector(${JSON.stringify(selector)});
  const inside = (node) => node.localName === 'slot' ? node.assignedNodes({ flatten: true }) : (node.shadowRoot ?? node).childNodes;
  const text = (node) => node.nodeType === 3 ? node.data : node.localName === 'style' ? '' : [...inside(node)].map(text).join('');
  return element ? text(element).replace(/\\s+/g, ' ').trim() : '';
})()`;

const matches = (selector: string, frame: string, state: string) =>
  `document.querySelector(${JSON.stringify(frame)})?.contentDocument?.querySelector(${JSON.stringify(selector)})?.matches(':state(${state})') ?? false`;

// Workers divide the engines among them. The tests of one engine share its browser.
test.describe.configure({ mode: 'parallel' });

for (const engine of engines) {
  test.describe(engine, () => {
    test.describe.configure({ mode: 'default' });
    /** Opens a page of the site. */
    const open = async (
      walk: (engine: Engine) => Promise<Walker>,
      site: StaticSite,
      path: string,
    ): Promise<Walker> => {
      const walker = await walk(engine);
      await walker.resize(1280);
      await walker.goto(`${site.home}${path}`);
      await walker.evaluate('localStorage.clear()');
      await walker.evaluate('customElements.whenDefined("visitor-info").then(() => true)');
      return walker;
    };
    /** The value of an expression in the end. If the page is replaced during the evaluation, evaluates again. */
    const see = (walker: Walker, expression: string) =>
      expect.poll(() => walker.evaluate<unknown>(expression).catch(String), { timeout: 60_000 });

    test('home: everything follows the simulated visitor, and an override wins', async ({ walk, site }) => {
      const walker = await open(walk, site, '');
      await see(walker, shown('.hero visitor-info')).toContain('Berlin, Germany');
      await walker.click('[value=jp]');
      await see(walker, shown('.hero visitor-info')).toContain('Japan');
      await see(walker, shown('.tile visitor-switch')).toContain('International shipping');
      await see(walker, 'document.querySelector("visitor-country-select").value').toBe('JP');
      await walker.click('.chip-more');
      await walker.click('[value=unknown]');
      await see(walker, shown('.tile visitor-value')).toContain('day or night');
      await walker.click('[value=blocked]');
      await see(walker, shown('.hero visitor-info')).toContain('Try again');
      await walker.click('[value=phone]');
      await see(walker, shown('.hero visitor-info')).toContain('Cairo');
    });

    test('home: the first snippets are tabs, which work by keyboard too', async ({ walk, site }) => {
      const walker = await open(walk, site, '');
      await see(walker, shown('#ways-0-panel')).toContain('time-zone');
      await walker.click('#ways-0');
      await walker.press('ArrowRight');
      await see(walker, 'document.activeElement.textContent').toBe('With a service');
      await see(walker, 'document.querySelector("#ways-0-panel").checkVisibility()').toBe(false);
      await see(walker, shown('#ways-1-panel')).toContain('YOUR_KEY');
      await walker.click('#ways-1-panel .copy');
      await see(walker, shown('#ways-1-panel .copy')).toMatch(/Copied|Press Ctrl/);
    });

    test('keyboard: past the navigation to the content, and on in the order of the page', async ({
      walk,
      site,
    }) => {
      const walker = await open(walk, site, '');
      await walker.press('Tab');
      await see(walker, 'document.activeElement.className').toBe('skip');
      await walker.press('Enter');
      await see(walker, 'document.activeElement.id').toBe('main');
      await see(walker, shown('.hero visitor-info')).toContain('Berlin');
      const focused = `(({ localName, value, textContent }) =>
        localName.startsWith('visitor-') ? localName : value || textContent)(document.activeElement)`;
      for (const next of [
        'Get started',
        'Open the playground',
        'office',
        'more',
        'visitor-info',
        'Show me without a key',
        'Script tag',
        'Copy',
        'Three steps →',
      ]) {
        await walker.press('Tab');
        await see(walker, focused).toBe(next);
      }
      expect(
        await walker.evaluate(
          '[...document.querySelectorAll("[tabindex]")].some(({ tabIndex }) => tabIndex > 0)',
        ),
      ).toBe(false);
    });

    test('a recipe works for its visitors, fails as described, and links to the next', async ({
      walk,
      site,
    }) => {
      const walker = await open(walk, site, 'recipes/shipping.html');
      const result = shown('visitor-switch', 'iframe');
      await see(walker, result).toContain('Prices in pounds');
      await walker.click('[name=as][value=de]');
      await see(walker, result).toContain('Prices in euros');
      await walker.click('#fail');
      await see(walker, result).toContain('We ship to the whole world');
      await walker.click('.more a');
      await see(walker, shown('h1')).toContain('A price in the visitor’s currency');
    });

    test('the playground generates markup and code without keys', async ({ walk, site }) => {
      const walker = await open(walk, site, 'playground.html');
      const frame = '.preview';
      await see(walker, shown('visitor-info', frame)).toContain('Berlin, Germany');
      for (const placeholder of ['https://lookup.example', 'YOUR_KEY'])
        expect(await walker.evaluate(shown('#placeholders'))).toContain(placeholder);
      await walker.click('[name=layout][value=compact]');
      await see(walker, shown('#code-html')).toContain('layout="compact"');
      await walker.click('#service summary');
      await walker.click('[name=key]');
      await walker.type('secret-key-123');
      await see(walker, shown('#code-html')).toContain('data-api-key="secret-key-123"');
      await walker.click('[name=connection][value=relay]');
      await see(walker, shown('#code-html')).toContain('data-base-url="/origin/"');
      expect(await walker.evaluate('location.href')).not.toContain('secret');
      expect(
        await walker.evaluate(`document.querySelector('${frame}').contentWindow.location.href`),
      ).not.toContain('secret');
      await walker.click('[name=element][value=visitor-value]');
      await see(walker, shown('visitor-value', frame)).toBe('Berlin');
      await see(walker, 'document.querySelector("#code-react").textContent').toContain(
        '<visitor-value field="location.city"></visitor-value>',
      );
      await walker.goto(await walker.evaluate('location.href'));
      await see(walker, shown('visitor-value', frame)).toBe('Berlin');
      await see(walker, 'document.querySelector("[name=connection]:checked").value').toBe('relay');
    });

    // Engines differ in what is tested above: keyboard, frames, service worker. The rest is tested once.
    if (engine !== 'chromium') return;

    test('the reader’s colour scheme is kept from page to page, and the system’s comes back', async ({
      walk,
      site,
    }) => {
      const walker = await open(walk, site, '');
      const scheme = 'getComputedStyle(document.body).colorScheme';
      await walker.click('#scheme');
      await see(walker, 'document.querySelector("#scheme").ariaPressed').toBe('true');
      await walker.goto(`${site.home}elements/visitor-info.html`);
      expect(await walker.evaluate(scheme)).toBe('dark');
      await walker.click('#scheme');
      await see(walker, scheme).toBe('light dark');
      expect(await walker.evaluate('localStorage.getItem("site:scheme")')).toBe('');
      await walker.evaluate('localStorage.clear()');
    });

    test('an element’s page fails only on request', async ({ walk, site }) => {
      const walker = await open(walk, site, 'elements/visitor-info.html');
      expect(await walker.evaluate('messages')).toEqual([]);
      await walker.click('[data-start]');
      await see(
        walker,
        '[...document.querySelectorAll("visitor-info")].some((card) => card.matches(":state(error)"))',
      ).toBe(true);
    });

    test('the playground forces every state', async ({ walk, site }) => {
      const walker = await open(walk, site, 'playground.html');
      const frame = '.preview';
      await walker.click('.drop:has([name=state]) summary');
      for (const state of ['idle', 'pending', 'error', 'guessed', 'stale', 'ready'] as const) {
        await walker.click(`[name=state][value=${state}]`);
        await see(walker, matches('visitor-info', frame, state)).toBe(true);
      }
      await walker.click('[name=state][value=overridden]');
      await see(walker, shown('visitor-info', frame)).toContain('Canada');
    });

    test('the playground shows events and the data', async ({ walk, site }) => {
      const walker = await open(walk, site, 'playground.html');
      await walker.click('#behind-1');
      await see(walker, shown('#json')).toContain('"city": "Berlin"');
      await walker.click('#behind-0');
      await see(walker, shown('#events')).toContain('visitor-load <visitor-info>');
      await walker.click('.drop:has([name=fault]) summary');
      await walker.click('[name=fault][value=limited]');
      await see(walker, matches('visitor-info', '.preview', 'error')).toBe(true);
    });

    test('the grid shows each element in each state, whole', async ({ walk, site }) => {
      const walker = await open(walk, site, 'elements/states.html');
      const wrong = (tag: string) => `(() => {
        const frames = [...document.querySelectorAll('.states iframe')].filter((frame) => frame.checkVisibility());
        for (const frame of frames) frame.loading = 'eager';
        return frames.length < 8 ? 'too few' : frames.filter((frame) => {
          const element = frame.contentDocument.querySelector('${tag}');
          const state = frame.dataset.state === 'overridden' ? 'ready' : frame.dataset.state;
          // Of the page's own content, the space that a card keeps below it is cut off.
          const { scrollHeight, clientHeight } = frame.contentDocument.documentElement;
          const scrolls = !frame.dataset.content && scrollHeight > clientHeight;
          return scrolls || !element?.matches(':state(' + state + ')');
        }).map(({ title }) => title).join();
      })()`;
      for (const [name, tag] of [
        ['visitor-info', 'visitor-info'],
        ['compact', 'visitor-info'],
        ['visitor-asn', 'visitor-asn'],
        ['visitor-value', 'visitor-value'],
      ] as const) {
        await walker.click(`[name=element][value=${name}]`);
        await see(walker, wrong(tag)).toBe('');
      }
    });

    test('an element that is picked while the grid is loading is shown as stale too', async ({
      walk,
      site,
    }) => {
      const walker = await open(walk, site, 'elements/states.html');
      await walker.evaluate(`(() => {
        const frame = document.querySelector('.states iframe[data-state=stale]');
        const unloaded = frame.cloneNode();
        unloaded.removeAttribute('src');
        unloaded.loading = 'eager';
        frame.replaceWith(unloaded);
        for (const name of ['visitor-value', 'visitor-asn']) document.querySelector('[name=element][value=' + name + ']').click();
      })()`);
      await see(walker, matches('visitor-asn', '.states iframe[data-state=stale]', 'stale')).toBe(true);
    });
  });
}
