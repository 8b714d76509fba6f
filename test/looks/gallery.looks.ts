import { expect, test } from '@playwright/test';
import { galleryElements } from '../../demo/browser/gallery.js';
import { allElements, states } from '../../demo/site/state-grid.js';

for (const [name, , state, { as = 'office', content = '', elements = allElements } = {}] of states)
  for (const scheme of ['light', 'dark'])
    for (const [dir, lang] of [
      ['ltr', 'en'],
      ['rtl', 'ar'],
    ] as const)
      for (const width of ['180', '320', '600'])
        test(`${name}, ${scheme}, ${dir}, ${width} pixels`, async ({ page }) => {
          const html = elements.map((element) => `<p>${galleryElements[element]?.(content)}</p>`).join('');
          const preview = { as, state, html, scheme, dir, lang };
          // The cards show a time of day.
          await page.clock.setFixedTime(new Date('2026-06-01T12:00:00Z'));
          await page.goto('/trust.html');
          await page.evaluate(
            ([preview = '', width = '']) => {
              const frame = document.createElement('iframe');
              frame.setAttribute('data-preview', preview);
              frame.src = 'frame.html';
              frame.style.cssText = `inline-size: ${width}px; block-size: 3000px`;
              document.body.replaceChildren(frame);
            },
            [String(new URLSearchParams(preview)), width],
          );
          await page.frameLocator('iframe').locator('body > *').first().waitFor();
          // A pending lookup never ends.
          await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
          const picture = `${name}-${scheme}-${dir}-${width}.png`.replaceAll(/[ ,]+/g, '-');
          await expect(page.locator('iframe')).toHaveScreenshot(picture);
        });
