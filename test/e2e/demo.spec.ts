import { expect, test } from './demo.js';

/** What an element shows, its shadow root included. */
const shown = (selector: string) => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  return element?.shadowRoot?.textContent?.replace(/\\s+/g, ' ').trim();
})()`;

test('the demo page shows who is visiting, and what it cost', async ({ page }, info) => {
  await page.goto('./');
  await expect.poll(() => page.evaluate(shown('visitor-info'))).toContain('81.2.69.142');
  await expect.poll(() => page.evaluate(shown('visitor-info'))).toContain('United Kingdom');
  await expect.poll(() => page.evaluate(shown('visitor-asn'))).toContain('AS20712');
  await expect.poll(() => page.evaluate(shown('visitor-user-agent'))).toContain('Chrom');
  await expect(page.locator('visitor-switch')).toContainText('cup of tea');
  await expect(page.locator('#requests')).toHaveText('3');
  await expect(page.locator('#preflights')).toHaveText('0');
  await expect(page.locator('#credits')).toHaveText('3');
  await page.screenshot({ path: info.outputPath('demo.png'), fullPage: true });
});

test('the next page in the same tab costs nothing', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#requests')).toHaveText('3');
  await page.reload();
  await expect.poll(() => page.evaluate(shown('visitor-info'))).toContain('81.2.69.142');
  await expect(page.locator('#requests')).toHaveText('3');
});

test('a person tries it as somebody else, with the keyboard', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('radio', { name: /United Kingdom/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(shown('visitor-info'))).toContain('Deutsche Telekom');
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('visitor-switch')).toContainText('EU');
});

test('a person says where they are, and every element follows', async ({ page }) => {
  await page.goto('./');
  const select = page.getByRole('combobox', { name: 'You are in' });
  await expect(select).toHaveValue('GB');
  await select.selectOption('JP');
  await expect.poll(() => page.evaluate(shown('visitor-info'))).toContain('Japan');
  await expect.poll(() => page.evaluate(shown('h1 visitor-value:last-of-type'))).toBe('Japan');
});

test('the warning stands where the key is, and goes with it', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#key-warning')).toContainText('visible to anyone who opens the page');
  await page.getByText('On a server, behind the relay').click();
  await expect(page.locator('#key-warning')).toBeHidden();
  await expect.poll(() => page.evaluate(shown('visitor-info'))).toContain('81.2.69.142');
  await expect.poll(() => page.evaluate(shown('visitor-asn'))).toContain('AS20712');
  await expect.poll(() => page.evaluate(shown('visitor-user-agent'))).toContain('Chrom');
});

test('the date and the sources of the data are named', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#data-date')).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
  await expect(page.locator('#attributions')).toContainText('IP Geolocation by DB-IP');
});
