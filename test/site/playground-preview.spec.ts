import type { Page } from '@playwright/test';
import { expect, holdBack, test, whenFitted } from './static-site.js';

// Any worker takes the next test, so that no worker is left with a long file at the end.
test.describe.configure({ mode: 'parallel' });

const code = (page: Page) => page.locator('#code-html');
const openService = (page: Page) => page.locator('#service summary').click();

test('one width, scheme and direction at a time, or several to compare', async ({ page }) => {
  await page.goto('./playground.html');
  const frames = page.locator('.preview');
  await expect(frames).toHaveCount(1);
  await page.locator('[name=scheme][value=dark]').check({ force: true });
  await expect(frames).toHaveCount(1);
  await expect(page.frameLocator('.preview').locator('html')).toHaveAttribute('data-scheme', 'dark');
  await page.getByRole('checkbox', { name: 'Compare' }).check();
  await expect(frames).toHaveCount(2);
  await page.locator('[name=dir][value=rtl]').check({ force: true });
  await expect(frames).toHaveCount(4);
  await page.reload();
  await expect(frames).toHaveCount(4);
  await page.locator('[name=width][value="180"]').check({ force: true });
  await expect(frames).toHaveCount(8);
  // The stage grows with them: each is visible, and as high as its card.
  for (const frame of await frames.all()) {
    const hidden = () =>
      frame.evaluate((one: HTMLIFrameElement) => {
        const { scrollHeight = 0, clientHeight = 0 } = one.contentDocument?.documentElement ?? {};
        const stage = one.parentElement?.getBoundingClientRect().bottom ?? 0;
        return Math.max(scrollHeight - clientHeight, one.getBoundingClientRect().bottom - stage, 0);
      });
    await expect.poll(hidden).toBe(0);
  }
  await expect(frames.first()).toHaveAttribute('title', 'Preview: 180 ltr light');
  // The tab order is that of the page.
  const isInOrder = (all: Element[]) => {
    const places = all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => y * 9 + x);
    return places.every((place, index) => place >= (places[index - 1] ?? place));
  };
  await expect.poll(() => frames.evaluateAll(isInOrder)).toBe(true);
  await page.locator('[name=width][value="180"]').uncheck({ force: true });
  await page.getByRole('checkbox', { name: 'Compare' }).uncheck();
  await expect(frames).toHaveCount(1);
});

test('a map marks the country of a visitor without coordinates, and the code loads what that needs', async ({
  page,
}) => {
  await page.goto('./playground.html?visitor=jp');
  const preview = page.frameLocator('.preview');
  await expect(preview.locator('visitor-map [part=mark]')).toBeVisible();
  await expect(code(page)).toContainText('countries.js');
  await page.getByRole('checkbox', { name: 'Show a map in the header' }).uncheck();
  await expect(preview.locator('visitor-map')).toHaveCount(0);
  await expect(code(page)).not.toContainText('countries.js');
  await page.locator('[name=element][value=visitor-map]').check({ force: true });
  await expect(preview.locator('visitor-map [part=mark]')).toBeVisible();
  await expect(code(page)).toContainText('countries.js');
});

test('the preview is never empty or a skeleton while a width, direction, scheme or visitor changes', async ({
  page,
}) => {
  await page.goto('./playground.html');
  const card = page.frameLocator('.preview').locator('visitor-info');
  await expect(card.locator('dt')).toHaveCount(4);
  await page.evaluate(() => {
    const look = () => {
      const frame = document.querySelector<HTMLIFrameElement>('.preview');
      const isReady = frame?.contentDocument?.querySelector('visitor-info')?.matches(':state(ready)');
      if (!isReady || !frame?.checkVisibility({ visibilityProperty: true }))
        document.documentElement.dataset.gap ??= location.search || 'no settings';
      requestAnimationFrame(look);
    };
    look();
  });
  const frame = await page.locator('.preview').elementHandle();
  for (const [name, value] of [
    ['width', '180'],
    ['width', 'full'],
    ['dir', 'rtl'],
    ['scheme', 'dark'],
  ])
    await page.locator(`[name=${name}][value="${value}"]`).check({ force: true });
  await expect(page.frameLocator('.preview').locator('html')).toHaveAttribute('data-scheme', 'dark');
  expect(await frame?.evaluate((one) => one.isConnected)).toBe(true);
  await page.locator('[name=visitor][value=jp]').evaluate((radio) => (radio as HTMLInputElement).click());
  await expect(card).toContainText('Japan');
  expect(await page.locator('html').getAttribute('data-gap')).toBe(null);
});

test('a tall card is whole, at any width, and covers neither code nor settings', async ({ page }) => {
  const preview = page.locator('.preview');
  const hidden = () =>
    preview.evaluate((one: HTMLIFrameElement) => {
      const { scrollHeight = 0, clientHeight = 0 } = one.contentDocument?.documentElement ?? {};
      const stage = one.parentElement?.getBoundingClientRect().bottom ?? 0;
      return Math.max(scrollHeight - clientHeight, one.getBoundingClientRect().bottom - stage, 0);
    });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('./playground.html?width=180');
    await expect(page.frameLocator('.preview').locator('dt')).toHaveCount(4);
    await expect.poll(() => preview.evaluate((one) => one.clientHeight)).toBeGreaterThan(370);
    await expect.poll(hidden).toBe(0);
    await page.locator('#code-html').scrollIntoViewIfNeeded();
    await page.locator('.code:visible .copy').first().click();
  }
});

test('previews have the page’s scheme and font, until the reader chooses a scheme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('./playground.html');
  const inside = page.frameLocator('.preview').locator('html');
  await expect(inside).toHaveAttribute('data-scheme', 'dark');
  expect(new URL(page.url()).search).toBe('');
  const font = () => inside.evaluate(({ ownerDocument }) => ownerDocument.fonts.check('16px Inter'));
  await expect.poll(font).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(inside).toHaveAttribute('data-scheme', 'light');
  await page.locator('[name=scheme][value=dark]').check({ force: true });
  await expect(inside).toHaveAttribute('data-scheme', 'dark');
  expect(new URL(page.url()).search).toBe('?scheme=dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('[name=scheme][value=dark]')).toBeChecked();
});

test('the tab order follows the eye: settings, preview, code, in one column and in two', async ({ page }) => {
  const controls =
    ':is(button, select, input, textarea, summary, iframe):not(:disabled, .adder *, .code *, .bar *, .toolbar *)';
  for (const [width, columns] of [
    [1280, ['.rail', ':is(.look, .made)']],
    [360, ['.bench']],
  ] as const) {
    await page.setViewportSize({ width, height: 5000 }); // so high that nothing is scrolled
    await page.goto('./playground.html');
    if (width === 360) await page.getByRole('button', { name: 'More settings' }).click();
    for (const column of columns) {
      const tops = await page
        .locator(`${column} ${controls}`)
        .evaluateAll((all) =>
          all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top),
        );
      expect(tops.length).toBeGreaterThan(2);
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    }
  }
});

test('settings scroll beside the preview, which covers no code', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./playground.html');
  const preview = page.locator('.preview');
  const inside = page.frameLocator('.preview');
  await expect(inside.locator('dt')).toHaveCount(4);
  await whenFitted(inside);
  await openService(page);
  for (const name of ['lang', 'theme', 'key']) {
    await page.locator(`[name=${name}]`).focus();
    await expect(page.locator(`[name=${name}]`)).toBeInViewport({ ratio: 1 });
    await expect(preview, name).toBeInViewport({ ratio: 1 });
  }
  const code = page.locator('.code:visible pre').first();
  await code.evaluate((pre) => scrollBy(0, pre.getBoundingClientRect().top - 100));
  const isOnTop = (pre: Element) => {
    const { x, y } = pre.getBoundingClientRect();
    return pre.contains(document.elementFromPoint(x + 40, y + 20));
  };
  await expect.poll(() => code.evaluate(isOnTop)).toBe(true);
});

test('an element is in the middle of its frame in both directions, and a line of text has a low frame', async ({
  page,
}) => {
  const preview = page.locator('.preview');
  for (const dir of ['ltr', 'rtl']) {
    await page.goto(`./playground.html?dir=${dir}`);
    const inside = page.frameLocator('.preview');
    const card = inside.locator('visitor-info [part=card]');
    await expect(card.locator('dt')).toHaveCount(4);
    await whenFitted(inside);
    const spaces = await card.evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return [left, innerWidth - right, top, innerHeight - bottom].map(Math.round);
    });
    expect(spaces, dir).toEqual(Array(4).fill(spaces[0]));
  }
  await page.goto('./playground.html?element=visitor-value');
  await expect.poll(() => preview.evaluate((one) => one.clientHeight)).toBe(160);
});

test('on a phone nothing floats over the page, and the preview stays visible while settings are changed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('./playground.html');
  const floating = '.bench *:not(.chip *, .segments *, .drop-panel)';
  const isFloating = (all: Element[]) =>
    all.filter((one) => one.checkVisibility() && /sticky|fixed/.test(getComputedStyle(one).position)).length;
  expect(await page.locator(floating).evaluateAll(isFloating)).toBe(0);
  await expect(page.locator('[name=layout]').first()).toBeHidden();
  await page.getByRole('button', { name: 'More settings' }).press('Enter');
  await page.locator('[name=layout][value=compact]').check({ force: true });
  await expect(code(page)).toContainText('layout="compact"');
  const inside = page.frameLocator('.preview');
  await expect(inside.locator('visitor-info')).toContainText('Berlin');
  await whenFitted(inside);
  await openService(page);
  for (const name of ['lang', 'theme', 'serviceUrl']) {
    const control = page.locator(`[name=${name}]`);
    await control.focus();
    await expect(page.locator('.preview')).toBeInViewport({ ratio: 0.9 });
    const [field, preview] = await Promise.all([
      control.boundingBox(),
      page.locator('#previews').boundingBox(),
    ]);
    expect((field?.y ?? 0) + (field?.height ?? 0), name).toBeLessThanOrEqual(preview?.y ?? 0);
  }
  await page.getByRole('button', { name: 'Fewer settings' }).press('Enter');
  await expect(page.locator('[name=layout]').first()).toBeHidden();
});

test('the open panel hides nothing: it is beside the card, or below it on a phone, and the frame shrinks again', async ({
  page,
}) => {
  for (const width of [1440, 1024, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('./playground.html');
    const frame = page.locator('.preview');
    const preview = page.frameLocator('.preview');
    const card = preview.locator('visitor-info');
    await expect(card.locator('dt')).toHaveCount(4);
    await whenFitted(preview);
    const height = () => frame.evaluate((one) => one.clientHeight);
    const [before, cardBefore] = [await height(), await card.boundingBox()];
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await expect(preview.getByRole('tab', { name: 'Known' })).toBeFocused();
    const panel = preview.getByRole('dialog');
    const overlap = async () => {
      const [one, other] = await Promise.all([card.boundingBox(), panel.boundingBox()]);
      if (!one || !other) return 'nothing there';
      const isApart =
        one.x + one.width <= other.x || one.y + one.height <= other.y || other.y + other.height <= one.y;
      return isApart ? '' : JSON.stringify([one, other]);
    };
    await expect.poll(overlap, `${width} pixels`).toBe('');
    expect((await card.boundingBox())?.width).toBeCloseTo(cardBefore?.width ?? 0, 0);
    // Every tab is whole, at any width.
    const cut = (list: Element) =>
      [...list.children].filter((tab) => {
        const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
        return inner.right > outer.right + 1 || inner.left < outer.left - 1;
      }).length;
    expect(await preview.getByRole('tablist').evaluate(cut), `${width} pixels`).toBe(0);
    await preview.getByRole('button', { name: 'Close' }).click();
    await expect.poll(height, `${width} pixels`).toBe(before);
  }
});

test('a panel that is asked for before the preview has come opens in it', async ({ page }) => {
  const sendFrame = await holdBack(page, '**/frame.html');
  await page.goto('./playground.html', { waitUntil: 'commit' });
  await expect(page.locator('.preview')).toHaveCount(1);
  await page.getByRole('button', { name: 'Open the panel' }).click();
  sendFrame();
  await expect(page.frameLocator('.preview').getByRole('tab', { name: 'Known' })).toBeFocused();
});

test('the panel counts the preview’s requests, shows it as another visitor, and stays for the next one', async ({
  page,
}) => {
  await page.goto('./playground.html');
  const preview = page.frameLocator('.preview');
  await expect(preview.locator('visitor-info dt')).toHaveCount(4);
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await preview.getByRole('tab', { name: 'Requests' }).click();
  await expect(preview.getByRole('tabpanel')).toContainText('1 request');
  await preview.getByRole('tab', { name: 'See as' }).click();
  await preview.getByLabel('country').selectOption('JP');
  await expect(preview.locator('visitor-info')).toContainText('Japan');
  await page.locator('[name=visitor][value=fr]').evaluate((radio) => (radio as HTMLInputElement).click());
  await expect(preview.locator('visitor-info')).toContainText('France');
  await expect(preview.getByRole('dialog')).toBeVisible();
});
