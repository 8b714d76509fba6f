import type { Page } from '@playwright/test';
import { expect, test } from './static-site.js';

const code = (page: Page, framework = 'html') => page.locator(`#code-${framework}`);

test('the playground’s rows are added and removed, by keyboard too; a link contains them, and reset removes them', async ({
  page,
}) => {
  await page.goto('./playground.html');
  await page.locator('#more-rows').selectOption('connection.asn');
  await page.locator('#add-row').press('Enter');
  await expect(code(page)).toContainText('fields="connection.asn"');
  await page.locator('#more-rows').selectOption('hostname');
  await page.locator('#add-row').click();
  await expect(code(page)).toContainText('fields="connection.asn hostname"');
  expect(new URL(page.url()).searchParams.get('fields')).toBe('connection.asn hostname');
  await page.reload();
  await expect(code(page)).toContainText('fields="connection.asn hostname"');
  await page.getByRole('button', { name: 'Remove connection.asn' }).click();
  await expect(code(page)).toContainText('fields="hostname"');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(code(page)).not.toContainText('fields=');
  expect(new URL(page.url()).search).toBe('');
  await page.goto('./playground.html?fields=ip%20hostname');
  await expect(code(page)).toContainText('fields="ip hostname"');
  expect(new URL(page.url()).searchParams.get('fields')).toBe('ip hostname');
});

test('code in documents and in the playground is coloured, and what a reader types in it stays text', async ({
  page,
}) => {
  await page.goto('./docs/relay.html');
  await expect(page.locator('pre .tag', { hasText: 'import' }).first()).toBeVisible();
  await page.goto('./playground.html');
  await page.getByLabel('Fallback content').fill('<b>you & "me"');
  await expect(code(page).locator('.tag', { hasText: 'visitor-info' }).first()).toBeVisible();
  await expect(code(page)).toContainText('&lt;b&gt;you &amp; &quot;me&quot;');
  await expect(code(page).locator('b')).toHaveCount(0);
});

test('the playground’s direction is that of its button, in Arabic too', async ({ page }) => {
  await page.goto('./playground.html');
  await page.locator('[name=lang]').selectOption('ar');
  await expect(page.locator('[name=dir][value=rtl]')).toBeChecked();
  const inside = page.frameLocator('.preview').first().locator('html');
  await expect(inside).toHaveAttribute('dir', 'rtl');
  await page.locator('[name=dir][value=ltr]').check({ force: true });
  await expect(inside).toHaveAttribute('dir', 'ltr');
  await expect(inside).toHaveAttribute('lang', 'ar');
});

test('one width, scheme and direction at a time, or several to compare', async ({ page }) => {
  await page.goto('./playground.html');
  const frames = page.locator('.preview');
  await expect(frames).toHaveCount(1);
  await page.locator('[name=scheme][value=dark]').check({ force: true });
  await expect(frames).toHaveCount(1);
  await expect(page.frameLocator('.preview').locator('html')).toHaveAttribute('data-scheme', 'dark');
  await page.getByRole('switch', { name: 'Compare' }).check();
  await expect(frames).toHaveCount(2);
  await page.locator('[name=dir][value=rtl]').check({ force: true });
  await expect(frames).toHaveCount(4);
  await page.reload();
  await expect(frames).toHaveCount(4);
  await page.getByRole('switch', { name: 'Compare' }).uncheck();
  await expect(frames).toHaveCount(1);
});

test('a theme fills in its tokens, a picker its colour; a link contains both, and reset removes them', async ({
  page,
}) => {
  await page.goto('./playground.html?width=nonsense&lang=xx&theme=__proto__');
  await expect(page.locator('.preview')).toHaveCount(1);
  await page.locator('[name=theme]').selectOption('Midnight');
  await expect(code(page)).toContainText('--visitor-radius: 20px');
  await expect(code(page)).toContainText('color-scheme: dark');
  await page.locator('#tokens summary').click();
  await page.locator('[data-colour-of="--visitor-accent"]').fill('#00ff00');
  await expect(code(page)).toContainText('--visitor-accent: #00ff00');
  await page.reload();
  await expect(code(page)).toContainText('--visitor-accent: #00ff00');
  await expect(code(page, 'react')).toContainText('"colorScheme":"dark"');
  const card = page.frameLocator('.preview').locator('visitor-info');
  await expect.poll(() => card.evaluate((one) => getComputedStyle(one).colorScheme)).toBe('dark');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(code(page)).not.toContainText('style=');
  expect(new URL(page.url()).search).toBe('');
});

test('a link is shared, and a project opened elsewhere, without the reader’s address and key', async ({
  page,
  context,
}) => {
  let posted = '';
  await context.route('https://stackblitz.com/**', (route) => {
    posted = route.request().postData() ?? '';
    return route.fulfill({ contentType: 'text/html', body: 'opened' });
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./playground.html?element=visitor-switch');
  await page.locator('[name=address]').fill('https://secret.example');
  await page.locator('[name=key]').fill('secret-key');
  await expect(code(page)).toContainText('secret-key');
  await expect(page.locator('#placeholders')).toHaveText('');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('#shared')).toHaveText('Link copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/html\?element=visitor-switch$/);
  await page.locator('[name=framework][value=vue]').check({ force: true });
  await expect(code(page, 'vue')).toBeVisible();
  await expect(code(page)).toBeHidden();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open in StackBlitz' }).click();
  await expect((await opened).locator('body')).toHaveText('opened');
  const component = new URLSearchParams(posted).get('project[files][Visitor.vue]');
  expect(component).toContain('<component is="template" data-country="DE FR"');
  expect(component).toContain('YOUR_KEY');
  expect(posted).not.toContain('secret');
  // The choice applies to every page, from its first frame.
  await page.goto('./elements/visitor-switch.html');
  await expect(page.locator('.code[data-framework=vue]')).toContainText(
    '<component is="template" data-eu="true"',
  );
  await expect(page.locator('.code[data-framework=vue]')).toBeVisible();
  await expect(page.locator('.code[data-framework=html]')).toBeHidden();
});

test('the note under the code matches the code, and a server’s code is the README’s', async ({ page }) => {
  await page.goto('./playground.html');
  const note = page.locator('#placeholders');
  const warning = page.getByText('visible to anyone who opens the page');
  await expect(note).toHaveText(/^Two placeholders are yours to fill in: .*YOUR_KEY, your key\.$/);
  await page.locator('[name=address]').fill('https://<own>.example');
  await expect(note).toHaveText('One placeholder is yours to fill in: YOUR_KEY, your key.');
  await expect(warning).toBeVisible();
  await page.locator('[name=connection][value=relay]').check({ force: true });
  await expect(note).toHaveText('No key is in the page: https://<own>.example is a relay on your server.');
  await expect(warning).toBeHidden();
  const server = page.locator('#code-server');
  await expect(server).toContainText('relay(req, res, () => site(req, res))');
  await page.locator('[name=connection][value=source]').check({ force: true });
  await expect(server).toContainText('const relay = createRelay(cloudflare());');
});

test('on a phone settings are a drawer under the preview, which closes by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('./playground.html');
  await expect(page.locator('#settings')).toBeHidden();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('[name=layout][value=compact]').check({ force: true });
  await expect(code(page)).toContainText('layout="compact"');
  const [drawer, preview] = await Promise.all([
    page.locator('#settings').boundingBox(),
    page.locator('.preview').boundingBox(),
  ]);
  expect((preview?.y ?? 0) + (preview?.height ?? 0)).toBeLessThanOrEqual(drawer?.y ?? 0);
  await page.keyboard.press('Escape');
  await expect(page.locator('#settings')).toBeHidden();
});
