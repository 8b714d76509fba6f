import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { serveFolder as filesIn } from '../../demo/mounts.js';
import { recipeVisitors } from '../../demo/site/recipes.js';
import { accessibilityTable, writeTable } from '../e2e/accessibility-table.js';
import { serveSite } from '../e2e/site.js';
import { chromiumArgs, installedChromium } from '../support/browsers.js';
import { serveListener } from '../support/service.js';

/**
 * `npm run screenshots` takes the README's pictures of the built elements, light and dark, and of the site into
 * `demo/pictures/`, and writes the table of `test/accessibility-tree.md`. `npm run screenshots -- accessibility` writes only the
 * table.
 */
const folder = fileURLToPath(new URL('../../demo/pictures/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** What every visitor gets. The service knows each window's visitor by the prefix in its URL. */
const shop = `<h2>Oak chair</h2>
<visitor-switch>
  <template data-country="FR">
    €45 · Livraison gratuite
  </template>
  $49 · International shipping
</visitor-switch>`;
const asText = (markup: string) => markup.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const shopWindow = (visitor: string, address: string) =>
  `<figure><figcaption>${visitor}</figcaption><div>${shop.replace('<visitor-switch', `$& base-url="/api/from/${address}/" api-key="demo-open"`)}</div></figure>`;

/** Markup by the name of its picture. */
const pictures = {
  'two-visitors': `<div class="row two"><pre>${asText(shop)}</pre><div>${shopWindow('A visitor from France', '90.1.2.3')}${shopWindow('A visitor from Japan', '133.1.2.3')}</div></div>`,
  head: `<div class="row"><div><visitor-info><visitor-map slot="header"></visitor-map></visitor-info>
    <visitor-country-select>Ship to</visitor-country-select></div>
    <div><visitor-asn></visitor-asn><visitor-user-agent fields="os.name device.type engine.name"></visitor-user-agent></div></div>`,
};

/** Pages of the site by the name of their picture: path, height in pixels, colour scheme. */
const pages = {
  home: ['index.html', 760, 'light'],
  playground: ['playground.html', 960, 'light'],
  recipe: ['recipes/price-and-clock.html', 960, 'dark'],
} as const;

const page = (
  markup: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A picture</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, 'Inter', 'DejaVu Sans', sans-serif; background: light-dark(#fff, #0d1117); }
  body { margin: 0; } main { display: inline-block; padding: 16px; } p { margin: 0; }
  .row { display: flex; gap: 16px; align-items: start; } .row > div { display: grid; gap: 16px; }
  .two { align-items: stretch; } pre { margin: 0; font: 14px/1.7 'DejaVu Sans Mono', monospace; }
  pre, figure { padding: 16px; border: 1px solid light-dark(#d0d7de, #3d444d); border-radius: 12px; background: light-dark(#f6f8fa, #151b23); }
  figure { margin: 0; padding: 0; overflow: hidden; inline-size: 300px; background: light-dark(#fff, #0d1117); }
  figcaption { padding: 6px 16px; font-size: 14px; background: light-dark(#f6f8fa, #151b23); color: light-dark(#59636e, #9198a1); }
  figure div { padding: 10px 16px 14px; } h2 { margin: 0; font-size: 18px; }
</style>
<main>${markup}</main>
<script src="/dist/visitor-elements.min.js" data-base-url="/api/from/sample-office/" data-api-key="demo-open" data-skip-bots="false"></script></html>`;

const server = await serveSite((request, response) => {
  const name = new URL(request.url ?? '/', 'http://site.invalid').pathname.slice(1);
  const markup = Object.entries(pictures).find(([known]) => known === name)?.[1] ?? '';
  response.setHeader('content-type', 'text/html').end(page(markup));
});
const executablePath = installedChromium();
const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath && { executablePath }) });

writeTable(await accessibilityTable(browser));
if (process.argv.includes('accessibility')) {
  await browser.close();
  process.exit();
}

/** Writes a screenshot as WebP, a third of a PNG's size. */
async function save(name: string, png: Buffer): Promise<void> {
  const converter = await browser.newPage();
  const webp = await converter.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, png.toString('base64'));
  writeFileSync(`${folder}${name}.webp`, Buffer.from(webp));
  await converter.close();
}

for (const colorScheme of ['light', 'dark'] as const) {
  const view = await browser.newPage({
    colorScheme,
    deviceScaleFactor: 2,
    viewport: { width: 800, height: 800 },
  });
  for (const name of Object.keys(pictures)) {
    await view.goto(`${server.base}/${name}`);
    await view.locator(':state(ready)').first().waitFor();
    await view.waitForLoadState('networkidle');
    await save(`${name}-${colorScheme}`, await view.locator('main').screenshot());
  }
}

const outDir = fileURLToPath(new URL('../../test-results/site-pictures/', import.meta.url));
await build({ mode: 'site', logLevel: 'warn', build: { outDir } });
const site = await serveListener(filesIn(new URL('../../test-results/site-pictures/', import.meta.url)));
for (const [name, [path, height, colorScheme]] of Object.entries(pages)) {
  const view = await browser.newPage({ colorScheme, viewport: { width: 1280, height } });
  await view.goto(`${site.base}/${path}`);
  await view.waitForLoadState('networkidle');
  await save(name, await view.screenshot({ animations: 'disabled' }));
}

mkdirSync(`${folder}recipes`, { recursive: true });
for (const colorScheme of ['light', 'dark'] as const) {
  const view = await browser.newPage({
    colorScheme,
    deviceScaleFactor: 1.2,
    viewport: { width: 520, height: 284 },
  });
  for (const [name, visitor] of recipeVisitors()) {
    await view.goto(`${site.base}/recipes/${name}.demo.html?as=${visitor}`);
    await view.waitForLoadState('networkidle');
    await save(`recipes/${name}-${colorScheme}`, await view.screenshot({ animations: 'disabled' }));
  }
}

await browser.close();
await server.close();
await site.close();
