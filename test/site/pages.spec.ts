import { readFile } from 'node:fs/promises';
import type { Walker } from '../e2e/engine.js';
import type { Engine } from '../support/browsers.js';
import { findings, findingsOfColours, settled, settledIn, switches } from './accessible.js';
import { pageList } from './page-list.js';
import { expect, type StaticSite, test } from './static-site.js';

const listed = await pageList();

const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** The recipes' results that are higher than their frame. */
const scrolled = `(async () => {
  // A result tells the page its height before the next picture.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll('.window > iframe')]
    .filter(({ contentDocument }) => contentDocument.documentElement.scrollHeight > contentDocument.documentElement.clientHeight)
    .map(({ title }) => title);
})()`;

const outline = `(() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ localName }) => Number(localName[1]));
  return {
    first: levels.filter((level) => level === 1).length,
    jumps: levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1).length,
    landmarks: ['header', 'main', 'footer', 'nav'].map((name) => document.querySelectorAll('body > ' + name + ', header > ' + name).length),
    wide: ${wider},
    broken: [...document.images].filter((image) => image.complete && !image.naturalWidth).map(({ src }) => src),
    messages: globalThis.messages,
    unchosen: [...document.querySelectorAll('.see-as')].filter((chips) => !chips.querySelector(':checked')).length,
  };
})()`;

/** How much wider a page is than a phone's screen. It uses a frame, since WebKit's window is at least 447 px wide. */
const asTelephone = `(async () => {
  const frame = document.createElement('iframe');
  frame.style = 'position: fixed; inset: 0; z-index: 99; inline-size: 360px; block-size: 800px; background: white';
  frame.src = location.href;
  await new Promise((resolve) => {
    frame.onload = resolve;
    document.body.append(frame);
  });
  await ${settledIn('frame.contentWindow')};
  const { documentElement } = frame.contentDocument;
  const wide = documentElement.scrollWidth - documentElement.clientWidth;
  frame.remove();
  return wide;
})()`;

/** What moved since the page was opened, in Chromium. A word that replaces another in its line doesn't count. */
const shifted = `(async () => {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  const isWord = ({ node }) => node?.nodeName === '#text' &&
    (node.getRootNode().host ?? node.parentElement).matches('visitor-value, :has(> visitor-value)');
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().filter(({ value, sources }) => value > 0.001 && !sources.every(isWord))
    .map(({ value, sources }) => value + ' ' + sources.map(({ node }) => node?.localName ?? node?.nodeName));
})()`;

/** Opens a page, and expects no errors and no console output, in any engine. */
async function openSound(walker: Walker, site: StaticSite, path: string, width = 1280): Promise<void> {
  site.missing.length = 0;
  await walker.resize(width);
  await walker.goto(`${site.home}${path}`);
  await walker.evaluate(settled);
  expect(await walker.evaluate(outline)).toEqual({
    first: 1,
    jumps: 0,
    landmarks: [1, 1, 1, 1],
    wide: 0,
    broken: [],
    messages: [],
    unchosen: 0,
  });
  expect(site.missing).toEqual([]);
}

test.describe('in Chromium', () => {
  // Any worker takes the next page, so that no worker is left with a long file at the end.
  test.describe.configure({ mode: 'parallel' });

  for (const { path, title } of listed)
    test(`${path}: without errors and messages, accessible, and no wider than a phone`, async ({
      site,
      walk,
    }) => {
      test.slow(); // axe checks every option of every select, three times
      const walker = await walk('chromium');
      if (Object.hasOwn(switches, path) || path.startsWith('elements/')) {
        await openSound(walker, site, path, 360);
        expect(await walker.evaluate(shifted), 'on a telephone').toEqual([]);
      }
      await openSound(walker, site, path);
      expect(await walker.evaluate('document.title')).toContain(title);
      expect(await walker.evaluate(shifted)).toEqual([]);
      await walker.resize(320);
      expect(await walker.evaluate(wider), 'wider than 320 pixels, or a zoom of 400 %').toBe(0);
      for (const width of [1280, 768, 360]) {
        await walker.resize(width);
        expect(await walker.evaluate(wider), `wider than ${width} pixels`).toBe(0);
        expect(await walker.evaluate(scrolled), `results that scroll at ${width} pixels`).toEqual([]);
        await walker.evaluate(`document.documentElement.dataset.scheme = 'light'`);
        expect(await walker.evaluate(findings), `${width} pixels`).toEqual([]);
        await walker.evaluate(`document.documentElement.dataset.scheme = 'dark'`);
        expect(await walker.evaluate(findingsOfColours), `${width} pixels, in the dark`).toEqual([]);
      }
    });
});

test('a font that comes late makes no page wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await page.route('**/*.woff2', (route) => route.abort());
  for (const path of Object.keys(switches)) {
    await page.goto(path);
    expect(await page.evaluate(wider), path).toBe(0);
  }
});

test('a recipe’s page has each part in its place before the next has come', async ({ site, page }) => {
  const whole = await readFile(`${site.folder}/recipes/css-only.html`, 'utf8');
  const places = async (html: string) => {
    await page.route('**/css-only.html', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
    await page.goto('recipes/css-only.html');
    return page.locator('h1, .lead, .recipe, .button:visible, .chip:visible').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, top } = part.getBoundingClientRect();
        return `${part.textContent?.trim().slice(0, 20)}: ${left}, ${top}`;
      }),
    );
  };
  const inTheEnd = await places(whole);
  const ends = [...whole.matchAll(/<\/h1>|<\/button>|<img[^>]*>/g)].map(
    ({ index, 0: tag }) => index + tag.length,
  );
  expect(ends.length).toBeGreaterThan(8);
  for (const end of ends) {
    const sofar = await places(whole.slice(0, end));
    expect(inTheEnd, whole.slice(end - 80, end)).toEqual(expect.arrayContaining(sofar));
  }
});

const otherEngines: Engine[] = ['firefox', 'webkit'];
for (const engine of otherEngines)
  for (const path of Object.keys(switches))
    test(`${path}: without errors and messages, and no wider than a phone, in ${engine}, as an example of its kind`, async ({
      site,
      walk,
    }) => {
      const walker = await walk(engine);
      await openSound(walker, site, path);
      expect(await walker.evaluate(asTelephone), 'wider than a telephone').toBe(0);
    });
