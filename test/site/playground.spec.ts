import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { describedElements } from '../../demo/site/elements.js';
import { expect, test } from './static-site.js';

// Any worker takes the next test, so that no worker is left with a long file at the end.
test.describe.configure({ mode: 'parallel' });

const code = (page: Page, framework = 'html') => page.locator(`#code-${framework}`);
const openService = (page: Page) => page.locator('#service summary').click();

test('a row is a line: what is added, renamed or removed is in the card, the code and the link, and each element keeps its own', async ({
  page,
}) => {
  await page.goto('./playground.html');
  const rows = page.locator('#rows');
  const card = page.frameLocator('.preview').locator('visitor-info');
  const labels = () => card.locator('dt').allTextContents();
  await expect(card.locator('dt')).toHaveCount(4);
  const defaults = await rows.inputValue();
  const byDefault = await labels();
  await expect(code(page)).not.toContainText('fields=');

  await page.locator('#more-rows').selectOption('hostname');
  await page.locator('#add-row').press('Enter');
  await expect(code(page)).toContainText(`fields="${defaults.replaceAll('\n', ' ')} hostname"`);
  await expect.poll(labels).toEqual([...byDefault, 'Hostname']);
  await expect(page.locator('#more-rows option', { hasText: 'hostname' })).toHaveCount(0);
  await rows.fill('ip = You are at = home\n\n hostname ');
  await expect(code(page)).toContainText('fields="ip hostname"');
  await expect.poll(labels).toEqual(['You are at = home', 'Hostname']);
  await page.reload();
  await expect(rows).toHaveValue('ip = You are at = home\n\n hostname ');
  await page.locator('[name=element][value=visitor-asn]').check({ force: true });
  await expect(rows).toHaveValue(/^country_code\n/);
  await expect(code(page)).not.toContainText('fields=');
  await page.locator('[name=element][value=visitor-info]').check({ force: true });
  await expect(rows).toHaveValue(defaults);
  expect(new URL(page.url()).search).toBe('');
  await rows.fill('ip');
  await expect(code(page)).toContainText('fields="ip"');
  await page.locator('[name=element][value=visitor-asn]').check({ force: true });
  await page.locator('[name=element][value=visitor-info]').check({ force: true });
  await expect(code(page)).toContainText('fields="ip"');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(rows).toHaveValue(defaults);
  await rows.fill('');
  await expect(card.locator('dt')).toHaveCount(4);
  await expect(code(page)).not.toContainText('fields=');
});

test('the rows that a card shows by default are those that the playground lists', async ({ page }) => {
  for (const element of ['visitor-info', 'visitor-asn', 'visitor-user-agent']) {
    await page.goto(`./playground.html?element=${element}`);
    const rows = page.frameLocator('.preview').locator(element).locator('dl > div');
    await expect(rows).toHaveCount(4);
    const byDefault = await rows.allTextContents();
    const listed = (await page.locator('#rows').inputValue()).split('\n');
    await page.locator('#rows').fill([...listed, 'hostname', 'asn', 'header'].join('\n'));
    await expect(rows).toHaveCount(5);
    expect((await rows.allTextContents()).slice(0, 4), element).toEqual(byDefault);
  }
});

/** The elements and layouts with a look of their own, and the part of the page’s query that shows all of it. */
const kinds = [
  ['visitor-info', 'layout=card&visitor=vpn'],
  ['visitor-info', 'layout=compact&visitor=vpn'],
  ['visitor-country-select', 'visitor=unknown&content=Country'],
  ['visitor-map', ''],
  ['visitor-value', ''],
  ['visitor-switch', ''],
] as const;

for (const [element, query] of kinds)
  test(`a custom property that is offered changes the element, and one that isn’t changes nothing and stays out of the code: ${element} ${query}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // A card shows its visitor's time of day.
    await page.clock.setFixedTime(new Date('2026-11-24T12:00:00Z'));
    await page.goto(`./playground.html?element=${element}&${query}`);
    const shown = page.frameLocator('.preview').locator(element);
    await expect.poll(() => shown.evaluate((one) => one.matches(':state(ready)'))).toBe(true);
    // A flag that comes later would change the look too.
    const lacksFlag = (one: Element) =>
      [...(one.shadowRoot?.querySelectorAll('img') ?? [])].some(
        (image) => image.checkVisibility() && image.naturalWidth === 0,
      );
    await expect.poll(() => shown.evaluate(lacksFlag)).toBe(false);
    await page.locator('#custom-properties').evaluate((details) => details.setAttribute('open', ''));
    /** A picture of the element, with or without the focus on its control. */
    const look = async (hasFocus: boolean) => {
      await shown.evaluate((one, hasFocus) => {
        const inside = one.shadowRoot?.querySelector<HTMLElement>('button, select');
        if (hasFocus) inside?.focus({ focusVisible: true } as FocusOptions);
        else (one.ownerDocument.activeElement as HTMLElement | null)?.blur();
      }, hasFocus);
      return createHash('sha1')
        .update(await page.locator('.preview').screenshot())
        .digest('hex');
    };
    /** The look when nothing changes it any longer. */
    const calm = async (hasFocus: boolean) => {
      let [before, now] = ['', await look(hasFocus)];
      while (now !== before) [before, now] = [now, await look(hasFocus)];
      return now;
    };
    const exampleOf = (token: string) => (/radius|padding|gap/.test(token) ? '37px' : '#ff00aa');
    const ignored: string[] = [];
    for (const field of await page.locator('[data-token]').all()) {
      const token = (await field.getAttribute('name')) ?? '';
      if (!(await field.isVisible())) {
        ignored.push(token);
        continue;
      }
      const isOfFocus = /accent|focus/.test(token);
      const before = await calm(isOfFocus);
      await field.fill(exampleOf(token));
      await expect.poll(() => look(isOfFocus), token).not.toBe(before);
      await expect(code(page)).toContainText(token);
      await field.fill('');
      await expect
        .poll(() => shown.evaluate((one, token) => (one as HTMLElement).style.getPropertyValue(token), token))
        .toBe('');
    }
    // Without the focus: whether a script's focus has a ring depends on the last key.
    const before = await calm(false);
    await shown.evaluate(
      (one, all) => {
        for (const [token, value] of all) (one as HTMLElement).style.setProperty(token, value);
      },
      ignored.map((token) => [token, exampleOf(token)] as const),
    );
    expect(await calm(false), `${ignored}`).toBe(before);
  });

test('settings without effect are not there, and write nothing', async ({ page }) => {
  await page.goto('./playground.html?rows=ip');
  await page.locator('[name=theme]').selectOption('Paper');
  await expect(code(page)).toContainText('--visitor-radius: 4px');
  const visible = (name: string) => page.locator(`[name=${name}]`).first();
  await page.locator('[name=layout][value=compact]').check({ force: true });
  await expect(page.locator('#rows')).toBeHidden();
  await expect(code(page)).not.toContainText('fields=');
  for (const element of ['visitor-value', 'visitor-switch']) {
    await page.locator(`[name=element][value=${element}]`).check({ force: true });
    await expect(visible('theme')).toBeHidden();
    await expect(code(page)).toContainText(`<${element}`);
    await expect(code(page)).not.toContainText('style=');
  }
  await page.locator('[name=element][value=visitor-map]').check({ force: true });
  await expect(visible('theme')).toBeVisible();
  await expect(code(page)).toContainText('--visitor-accent: #a8480f');
  await expect(code(page)).not.toContainText('radius');
  await expect(code(page)).not.toContainText('font-family');
  await page.goto('./playground.html?element=visitor-switch&lang=de');
  await expect(code(page)).toContainText('<visitor-switch>');
  await expect(code(page)).not.toContainText('labels/de.js');
  await expect(visible('lang')).toBeHidden();
});

/**
 * Attributes without a control: the section “Service” sets them for the page, the rows have their labels, or the
 * preview can't show their effect.
 */
const withoutControl = ['base-url', 'api-key', 'auth', 'loading', 'autocomplete', 'labels'];

test('each attribute of each element has a control', async ({ page }) => {
  for (const { tagName, attributes = [] } of describedElements()) {
    await page.goto(`./playground.html?element=${tagName}`);
    const names = attributes.map(({ name }) => name).filter((name) => !withoutControl.includes(name));
    for (const name of names) {
      const control = page.locator(`[name="${name}"], [data-setting="${name}"]:has(input, textarea)`).first();
      await expect(control, `${tagName} ${name}`).toHaveCount(1);
      const isOffered = () => control.evaluate((one) => !one.closest('[data-setting][hidden]'));
      await expect.poll(isOffered, `${tagName} ${name}`).toBe(true);
    }
  }
});

test('a heading level, a User-Agent, parameters and a value have their effects', async ({ page }) => {
  const preview = page.frameLocator('.preview');
  await page.goto('./playground.html');
  await page.locator('[name=heading-level]').selectOption('3');
  await expect(preview.getByRole('heading', { level: 3, name: 'Berlin' })).toBeVisible();
  await openService(page);
  await page.locator('[name=params]').fill('fields=ip,location.country');
  await expect(preview.locator('visitor-info [part=title]')).toHaveText('Germany');
  await page.reload();
  await expect(page.locator('#json')).toContainText('"ip"');
  await expect(page.locator('#json')).not.toContainText('user_agent');
  await expect(code(page)).toContainText('heading-level="3" params="fields=ip,location.country"');
  await page.goto('./playground.html?element=visitor-user-agent');
  await expect(preview.locator('visitor-user-agent')).toContainText('Firefox 140');
  await page.locator('[name=ua]').selectOption('iphone');
  await expect(preview.locator('visitor-user-agent')).toContainText('iOS');
  await expect(code(page)).toContainText('ua="Mozilla/5.0 (iPhone;');
  await page.goto('./playground.html?element=visitor-country-select');
  await page.locator('[name=value]').fill('CA');
  await expect(preview.getByRole('combobox')).toHaveValue('CA');
});

test('the values of a condition fit its kind, and what was typed comes back with it', async ({ page }) => {
  await page.goto('./playground.html?element=visitor-switch');
  const kind = page.locator('[name=condition]');
  const values = page.locator('[name=conditionValues]');
  const hint = page.locator('#conditionValues-hint');
  const shown = page.frameLocator('.preview').locator('visitor-switch');
  await values.fill('JP');
  for (const name of await kind.locator('option').allTextContents()) {
    await kind.selectOption(name);
    await expect(code(page)).toContainText(`data-${name}="`);
    await expect(values, name).not.toHaveAttribute('aria-invalid');
    if (name !== 'country' && name !== 'gpc') {
      const content = await page.locator('[name=result]').inputValue();
      await expect.poll(() => shown.evaluate((one) => (one as HTMLElement).innerText)).toBe(content);
    }
  }
  await kind.selectOption('asn');
  await values.fill('DE');
  await expect(values).toHaveAttribute('aria-invalid');
  await expect(hint).toHaveText('“DE” never matches. Use AS numbers such as AS15169.');
  await kind.selectOption('country');
  await expect(code(page)).toContainText('data-country="JP"');
  await expect(hint).toContainText('two-letter codes');
  await page.goto('./playground.html?element=visitor-switch&condition=asn');
  await expect(code(page)).toContainText('data-asn="AS64500"');
});

test('a value of another lookup has a field of that lookup, and an empty one says why nothing shows', async ({
  page,
}) => {
  await page.goto('./playground.html?element=visitor-value');
  const shown = page.frameLocator('.preview').locator('visitor-value');
  const text = () => shown.evaluate((one) => one.shadowRoot?.textContent?.trim());
  await expect.poll(text).toBe('Berlin');
  await page.locator('[name=from]').selectOption('asn');
  await expect(code(page)).toContainText('from="asn" field="name"');
  await expect.poll(text).toBe('Sample Office Net');
  const field = page.locator('[name=field]');
  const hint = page.locator('#field-hint');
  await field.fill('location.city');
  await expect(hint).toHaveText(/^This visitor’s data has no “location.city”, so nothing shows/);
  await field.fill('asn');
  await expect(hint).toBeHidden();
  await page.locator('[name=from]').selectOption('ip');
  await expect(field).toHaveValue('location.city');
});

test('states that only a country has are not offered for the network and the browser', async ({ page }) => {
  await page.goto('./playground.html?state=overridden');
  await expect(page.frameLocator('.preview').locator('visitor-info')).toContainText('Canada');
  await page.locator('[name=element][value=visitor-user-agent]').check({ force: true });
  await expect(page.locator('[name=state][value=ready]')).toBeChecked();
  await page.getByText('State: ready').click();
  await expect(page.getByLabel('stale')).toBeVisible();
  for (const state of ['guessed', 'overridden']) await expect(page.getByLabel(state)).toBeHidden();
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
  await expect(code(page)).toContainText('lang="ar" dir="rtl"');
  await page.locator('[name=dir][value=ltr]').check({ force: true });
  await expect(inside).toHaveAttribute('dir', 'ltr');
  await expect(inside).toHaveAttribute('lang', 'ar');
  await expect(code(page)).not.toContainText('dir=');
});

test('a theme fills in its tokens, a picker its colour; a link contains both, and reset removes them', async ({
  page,
}) => {
  await page.goto('./playground.html?width=nonsense&lang=xx&theme=__proto__');
  await expect(page.locator('.preview')).toHaveCount(1);
  await page.locator('[name=theme]').selectOption('Midnight');
  await expect(code(page)).toContainText('--visitor-radius: 20px');
  await expect(code(page)).toContainText('color-scheme: dark');
  await page.locator('#custom-properties summary').click();
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

test('a link is shared without the reader’s address and key, and confirmed for a moment', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('./playground.html?element=visitor-switch');
  await openService(page);
  await page.locator('[name=serviceUrl]').fill('https://secret.example');
  await page.locator('[name=key]').fill('secret-key');
  await expect(code(page)).toContainText('secret-key');
  await expect(page.locator('#placeholders')).toHaveText('');
  await page.locator('[name=framework][value=vue]').check({ force: true });
  await expect(code(page, 'vue')).toContainText('<component is="template" data-country="DE FR"');
  await expect(code(page, 'vue')).toBeVisible();
  await expect(code(page)).toBeHidden();
  // The confirmation stays until the test lets its time pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('#shared')).toHaveText('Link copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /html\?element=visitor-switch&framework=vue$/,
  );
  await page.clock.fastForward(5000);
  await expect(page.locator('#shared')).toHaveText('');
});

test('the settings needed least are folded, and name no key where the code has none', async ({ page }) => {
  await page.goto('./playground.html');
  await expect(page.locator('[name=serviceUrl]')).toBeHidden();
  await openService(page);
  await expect(page.locator('[name=serviceUrl]')).toBeVisible();
  for (const [connection, words] of [
    ['ready', 'data-service="cloudflare-trace"'],
    ['guess', 'data-guess="time-zone"'],
    ['relay', 'data-auth="none"'],
  ] as const) {
    await page.locator(`[name=connection][value=${connection}]`).check({ force: true });
    await expect(code(page)).toContainText(words);
    await expect(code(page)).not.toContainText('key');
    await expect(page.locator('[name=key]')).toBeHidden();
    await expect(page.getByText('visible to anyone who opens the page')).toBeHidden();
  }
});

test('the note under the code matches the code, and a server’s code is the README’s', async ({ page }) => {
  await page.goto('./playground.html');
  const note = page.locator('#placeholders');
  const warning = page.getByText('visible to anyone who opens the page');
  await expect(note).toHaveText(/^Two placeholders are yours to fill in: .*YOUR_KEY, your key\.$/);
  await openService(page);
  await page.locator('[name=serviceUrl]').fill('https://<own>.example');
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
