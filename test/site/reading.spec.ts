import { readFileSync } from 'node:fs';
import { findings, settled } from './accessible.js';
import { expect, holdBack, test } from './static-site.js';

/** Whether nothing covers the first line of an element. */
const isOnTop = (element: Element): boolean => {
  const { x, y } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + 5, y + 8));
};

test('the menu opens on a phone without scripts', async ({ browser, closing, site }) => {
  const context = await closing(
    browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } }),
  );
  const page = await context.newPage();
  await page.goto(site.home);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Recipes' });
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recipes');
});

test('on a phone the header of a document is at the top of the page, and the bar begins below it', async ({
  page,
}) => {
  for (const width of [360, 640]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('./docs/relay.html');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const [header, bar] = await Promise.all(
      ['.top', '.side'].map((part) => page.locator(part).boundingBox()),
    );
    expect(header?.y, `${width}`).toBe(0);
    expect(bar?.y, `${width}`).toBe(header?.height);
  }
});

test('a long page has its contents beside it, and on a phone stacked tables', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./docs/relay.html');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Options' }).click();
  await expect(page).toHaveURL(/#options$/);
  await expect(contents).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 800 });
  const row = page.getByRole('row').nth(1);
  const [first, second] = await Promise.all([0, 1].map((at) => row.getByRole('cell').nth(at).boundingBox()));
  expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
  const label = row.getByRole('cell').nth(1);
  expect(await label.getAttribute('data-label')).toBe(
    await page
      .getByRole('columnheader')
      .nth(1)
      .evaluate(({ textContent }) => textContent),
  );
});

test('no line of code is cut, a wrapped line stays inside its indentation, and what is copied is what was written', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const fence = /```\w+\n([\s\S]*?)\n```/;
  const written = ['docs/relay', 'docs/frameworks'].map((name) => {
    const text = readFileSync(new URL(`../../${name}.md`, import.meta.url), 'utf8');
    return [`./${name}.html`, fence.exec(text)?.[1]] as const;
  });
  /** The lines whose continuation begins further left than the line, or whose first row has no word. */
  const wrong = (all: Element[]) => {
    const rowsOf = (line: Element) => {
      const rows = new Map<number, number>();
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (walker.nextNode())
        for (const { index } of (walker.currentNode as Text).data.matchAll(/\S/g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, index);
          range.setEnd(walker.currentNode, index + 1);
          const { x, y } = range.getBoundingClientRect();
          rows.set(Math.round(y), Math.min(x, rows.get(Math.round(y)) ?? x));
        }
      return [...rows].sort(([one], [other]) => one - other);
    };
    const wrapped = all.map((line) => ({ line, rows: rowsOf(line) })).filter(({ rows }) => rows.length > 1);
    return {
      wrapped: wrapped.length,
      wrong: wrapped
        .filter(
          ({ line, rows: [[top = 0, start = 0] = [], ...rest] }) =>
            top - line.getBoundingClientRect().top > 20 || rest.some(([, x]) => x < start + 8),
        )
        .map(({ line }) => line.textContent),
    };
  };
  for (const [path, code] of [['./', undefined], ...written] as const) {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const cut = (all: Element[]) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length;
      expect(await page.locator('pre').evaluateAll(cut), `${path} ${width}`).toBe(0);
    }
    const { wrapped, wrong: all } = await page.locator('pre .line').evaluateAll(wrong);
    expect(wrapped).toBeGreaterThan(1);
    expect(all, path).toEqual([]);
    if (code === undefined) continue;
    const first = page.locator('.code').first();
    await first.getByRole('button', { name: 'Copy' }).click();
    await expect(first.getByRole('button')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    const selected = await first.locator('code').evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return String(getSelection());
    });
    expect(selected.trimEnd()).toBe(code);
  }
});

test('no name in a table is broken inside a word, and no table is wider than its page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const name of ['relay', 'frameworks', 'settings', 'conditions', 'caching']) {
    await page.goto(`./docs/${name}.html`);
    /** The codes with a row that begins inside a word. */
    const broken = (all: Element[]) =>
      all
        .filter((code) => code.getClientRects().length > 1 && !/[\s/_.,?=&-]/.test(code.textContent ?? ''))
        .map(({ textContent }) => textContent);
    expect(await page.locator('td code').evaluateAll(broken), name).toEqual([]);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wide(), name).toBeLessThanOrEqual(0);
  }
});

test('beside a document its place among all is visible', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./docs/relay.html');
  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')).toBeInViewport();
});

test('a link to a platform opens its tab, and without scripts its heading is there', async ({
  browser,
  closing,
  page,
  site,
}) => {
  await page.goto('./docs/server.html#koa');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Koa');
  await expect(page.getByRole('tabpanel')).toContainText("import Koa from 'koa'");
  await expect(page.getByRole('tab', { name: 'Koa' })).toBeInViewport();
  await page.evaluate(() => location.assign('#fastify'));
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Fastify');
  const context = await closing(browser.newContext({ javaScriptEnabled: false }));
  const silent = await context.newPage();
  await silent.goto(`${site.home}docs/server.html#koa`);
  await expect(silent.getByRole('heading', { name: 'Koa' })).toBeInViewport();
  await expect(silent.getByRole('tab')).toHaveCount(0);
});

test('on a phone the lists of a document open without scripts, Copy covers no code, and no bar an open panel', async ({
  browser,
  closing,
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('./docs/edge.html');
  const code = page.locator('.code').first();
  const [bar, text] = await Promise.all([
    code.getByRole('button', { name: 'Copy' }).boundingBox(),
    code.locator('pre').boundingBox(),
  ]);
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0);
  await page.getByRole('button', { name: 'On this page' }).click();
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Add the page' }).click();
  await expect(contents).toBeHidden();
  await page.goto('./docs/edge.html');
  await page.getByRole('button', { name: 'Menu' }).click();
  const first = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
  expect(await first.evaluate(isOnTop), 'the bar of lists covers the menu').toBe(true);
  const context = await closing(
    browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } }),
  );
  const silent = await context.newPage();
  await silent.goto(`${site.home}docs/edge.html`);
  await silent.getByRole('button', { name: 'Pages' }).click();
  await silent.getByRole('link', { name: 'Start with WordPress' }).click();
  await expect(silent.getByRole('heading', { level: 1 })).toHaveText('Start with WordPress');
});

test('in forced colours the state of a select and a tab is visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('./playground.html');
  await expect(page.locator('[name=lang]')).toHaveCSS('appearance', 'auto');
  const line = (tab: string) =>
    page.getByRole('tab', { name: tab }).evaluate((one) => getComputedStyle(one).borderBottomColor);
  expect(await line('Events')).not.toBe(await line('JSON'));
});

test('every element and recipe of the indexes is visible, in the reader’s colour scheme', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('./recipes/index.html');
  const pictures = page.locator('.thumb img:visible');
  await expect(pictures).toHaveCount(await page.locator('.cards').first().locator('> li').count());
  await pictures.last().scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true);
  expect(
    await pictures.evaluateAll((all) =>
      all.every((image) => (image as HTMLImageElement).currentSrc.endsWith('-dark.webp')),
    ),
  ).toBe(true);
  await page.goto('./elements/index.html');
  await expect(page.locator('.thumb')).toHaveCount(
    await page.locator('.cards').first().locator('> li').count(),
  );
});

test('the search finds every page by keyboard, and fetches nothing before it is opened', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('./recipes/shipping.html', { waitUntil: 'networkidle' });
  expect(requested.filter((url) => /search/.test(url))).toEqual([]);
  await page.keyboard.press('/');
  const input = page.getByRole('searchbox', { name: 'Search everything' });
  await expect(input).toBeFocused();
  await input.fill('consent= (a.b) [');
  await expect(page.locator('#find-list mark').first()).toBeVisible();
  await input.fill('let browsers revalidate the page');
  await expect(page.locator('#find-status')).toHaveText('1 place on 1 page');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#find-list a').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/docs\/cached-pages\.html#let-browsers-revalidate-the-page$/);
  await page.waitForLoadState();
  await page.getByRole('button', { name: 'Search' }).click();
  await input.fill('relay');
  await page.keyboard.press('Escape');
  await expect(input).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();
});

test('a search that can’t be loaded says so, and is loaded when it is opened again', async ({ page }) => {
  await page.route('**/search.json', (route) => route.abort());
  await page.goto('./');
  await page.keyboard.press('/');
  const status = page.locator('#find-status');
  await expect(status).toHaveText('The search could not be loaded. Open it again to try again.');
  await page.unroute('**/search.json');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('relay');
  await expect(page.locator('#find-list a').first()).toContainText('Relay');
});

test('the search suggests before a word is typed, and knows other words for ours', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Search' })).toContainText('Ctrl K');
  await page.setViewportSize({ width: 360, height: 500 });
  await page.keyboard.press('Control+k');
  await expect(page.locator('#find-words')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Control+k');
  const suggestions = page.locator('#find-start');
  await expect(suggestions.getByRole('link', { name: 'Settings' })).toBeVisible();
  const input = page.getByRole('searchbox', { name: 'Search everything' });
  const first = page.locator('#find-list a').first();
  await input.fill('relay');
  await expect(first).toContainText('Relay');
  await input.fill('');
  await input.fill('dark mode');
  await expect(first).toContainText(/light.* dark/i);
  // An excerpt is text, and no code.
  await expect(first.locator('small')).not.toContainText(/<\/|[{}]/);
  await expect(suggestions).toBeHidden();
  // A page whose title has the word comes before sections of other pages.
  for (const [words, id] of [
    ['messages', 'docs/messages.html'],
    ['gdpr', 'docs/privacy.html#gdpr'],
    ['visitor-map', 'elements/visitor-map.html'],
    ['flag', 'docs/country-choice.html#flags-in-the-list'],
    ['theme', 'docs/theming.html'],
    ['prices', 'docs/prices-by-country.html'],
    ['how to hide the flag', 'docs/theming.html#hide-rows-and-parts'],
    ['without a key', 'docs/static-site.html'],
    ['remove data', 'docs/privacy.html'],
  ] as const) {
    await input.fill(words);
    await expect(first).toHaveAttribute('href', new RegExp(`${id}(#.*)?$`));
  }
  await input.fill('xyzzy');
  await expect(page.locator('#find-status')).toContainText('Nothing has “xyzzy”');
  await expect(suggestions).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(suggestions.getByRole('link').first()).toBeFocused();
});

test('the search lists each page once, headings before text, whole words, and the first pages only', async ({
  page,
}) => {
  await page.goto('./');
  await page.keyboard.press('/');
  const input = page.getByRole('searchbox', { name: 'Search everything' });
  const items = page.locator('#find-list > li');
  await input.fill('consent');
  await expect(page.locator('#find-status')).toHaveText(/^\d+ places on \d+ pages$/);
  const hrefs = await items.evaluateAll((all) =>
    all.map((item) => [...item.querySelectorAll('a')].map(({ href }) => href)),
  );
  const pages = hrefs.filter((links) => links.length > 0).map(([href = '']) => href.split('#')[0]);
  expect(pages).toHaveLength(8);
  expect(new Set(pages).size).toBe(8);
  for (const links of hrefs) expect(new Set(links.map((href) => href.split('#')[0])).size).toBeLessThan(2);
  // Every page among the first has the word in a heading.
  for (const name of await items.filter({ has: page.locator('a') }).all())
    await expect(name.locator('a b').first()).toContainText(/consent/i);
  // The excerpts' words are words of the index, in their order.
  const index = await (await page.request.get(new URL('search.json', page.url()).href)).text();
  for (const excerpt of await page.locator('#find-list small').allTextContents()) {
    const words = JSON.stringify(excerpt.replaceAll(/^… | …$/g, '')).slice(1, -1);
    const at = index.indexOf(words);
    expect(at, words).toBeGreaterThan(0);
    expect(index.slice(at - 1, at) + index.slice(at + words.length, at + words.length + 1)).toMatch(
      /^[\s"]{2}$/,
    );
  }
  // “content” is not “consent”, but “consnet” is.
  await expect(page.locator('#find-list mark').filter({ hasText: /content/i })).toHaveCount(0);
  await input.fill('consnet');
  await expect(
    items
      .locator('mark')
      .filter({ hasText: /consent/i })
      .first(),
  ).toBeVisible();
});

test('on a phone the first screen shows the result, and no line of the snippet is broken in a value', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const card = page.locator('.hero visitor-info');
  // With a font of the system, as when the site's own comes late, and then with the site's own.
  await page.route('**/*.woff2', (route) => route.abort(), { times: 1 });
  for (const _ of [1, 2]) {
    await page.goto('./');
    await expect(card).toContainText('Berlin');
    const box = await card.boundingBox();
    expect((box?.y ?? 780) + (box?.height ?? 780)).toBeLessThan(780);
  }
  // The buttons are one line, which a keyboard scrolls.
  const last = page.getByRole('button', { name: 'more', exact: true });
  await expect(last).not.toBeInViewport();
  await last.focus();
  await expect(last).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 780 });
  const code = page.locator('.hero pre').first();
  const lines = await code.evaluate((pre) => pre.textContent?.trim().split('\n').length ?? 0);
  const height = await code.evaluate((pre) => pre.querySelector('code')?.clientHeight ?? 0);
  const line = await code.evaluate((pre) => Number.parseFloat(getComputedStyle(pre).lineHeight));
  expect(Math.round(height / line)).toBe(lines);
});

test('in forced colours the header’s map has the colours of text and of a selection', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('./');
  const map = page.locator('.hero visitor-map');
  const colourOf = (selector: string) =>
    map.locator(selector).evaluate((shape) => {
      const { fill, color } = getComputedStyle(shape);
      const sample = document.body.appendChild(document.createElement('i'));
      const named = ['CanvasText', 'Highlight'].filter((name) => {
        sample.style.cssText = `color: ${name}; forced-color-adjust: none`;
        return [fill, color].includes(getComputedStyle(sample).color);
      });
      sample.remove();
      return named;
    });
  expect(await colourOf('#dots')).toEqual(['CanvasText']);
  expect(await colourOf('[part=mark]')).toContain('Highlight');
});

test('what opens is accessible: search, menu, settings on a phone, and the pickers', async ({
  site,
  walk,
}) => {
  const walker = await walk('chromium');
  for (const [path, width, control, words] of [
    ['trust.html', 1280, '#open-find', 'relay'],
    ['trust.html', 360, '#open-find', ''],
    ['trust.html', 360, '.menu-button', ''],
    ['docs/relay.html', 360, '[popovertarget=pages]', ''],
    ['docs/relay.html', 360, '[popovertarget=contents]', ''],
    ['playground.html', 360, '#more-settings', ''],
    ['playground.html', 360, '.drop:has([name=state]) summary', ''],
  ] as const) {
    await walker.resize(width);
    await walker.goto(`${site.home}${path}`);
    await walker.evaluate(settled);
    await walker.click(control);
    await walker.type(words);
    if (words)
      await expect.poll(() => walker.evaluate('document.querySelectorAll("#find-list li").length')).toBe(8);
    expect(await walker.evaluate(findings), `${path} ${control}`).toEqual([]);
  }
});

test.describe('in São Paulo', () => {
  test.use({ timezoneId: 'America/Sao_Paulo' });

  test('“Show me without a key” guesses the country from the time zone, says so, and sends nothing', async ({
    page,
  }) => {
    await page.goto('./', { waitUntil: 'networkidle' });
    await expect(page.locator('.hero').getByText('visible to anyone who opens the page')).toHaveCount(1);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.getByRole('button', { name: 'Show me without a key' }).click();
    await expect(page.locator('.hero-live').getByText('Brazil').first()).toBeVisible();
    expect(await page.locator('.hero visitor-info').evaluate((card) => card.matches(':state(guessed)'))).toBe(
      true,
    );
    await expect(page.locator('#guess-status')).toContainText('A guess');
    await expect(page.locator('visitor-country-select')).toHaveJSProperty('value', 'BR');
    expect(requested.filter((url) => !/flags/.test(url))).toEqual([]);
    await page.getByRole('radio', { name: 'Japan' }).check({ force: true });
    await expect(page.locator('.hero-live').getByText('Japan').first()).toBeVisible();
    await expect(page.locator('#guess-status')).not.toContainText('A guess');
  });

  test('“Show me without a key” waits for a library that comes late', async ({ page }) => {
    const sendLibrary = await holdBack(page, '**/visitor-elements.min.js');
    await page.goto('./', { waitUntil: 'commit' });
    const isOpen = (more: Element) => {
      (more as HTMLElement).click();
      return more.ariaExpanded;
    };
    // The page's own script is there when its button works.
    await expect.poll(() => page.locator('.chip-more').evaluate(isOpen)).toBe('true');
    await page.getByRole('button', { name: 'Show me without a key' }).click();
    sendLibrary();
    await expect(page.locator('#guess-status')).toContainText(
      'A guess: your browser’s time zone is America/Sao_Paulo',
    );
  });
});

test.describe('in no country’s time zone', () => {
  test.use({ timezoneId: 'UTC' });

  test('“Show me without a key” says that there is no guess', async ({ page }) => {
    await page.goto('./');
    await page.getByRole('button', { name: 'Show me without a key' }).click();
    await expect(page.locator('#guess-status')).toContainText('belongs to no single country');
    await expect(page.locator('.hero-live visitor-info:state(guessed)')).toContainText(
      /Not known|Unknown place/,
    );
  });
});
