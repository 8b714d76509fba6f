import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importMap, importMapTag, shortImportMap } from '../../build/import-map.js';
import { cdn, withIntegrity } from '../../build/published.js';
import { unpackedProject } from '../support/project.js';
import { test as base, expect } from './fixtures.js';
import { serveSite } from './site.js';

const test = base.extend<{ project: { folder: string } }>({
  project: async ({ shared }, use) => use(await shared(unpackedProject)),
});

const settings = '{ baseUrl: "/api/", apiKey: "demo-open", skipBots: false }';
const modules = `
    import { configure } from 'visitor-elements';
    import 'visitor-elements/define.js';
    configure(${settings});`;
const pages = {
  'modules and their hashes': `${importMapTag(importMap())}<script type="module">${modules}
    import 'visitor-elements/labels/de.js';
  </script>`,
  'the modules of the documentation’s import map': `${importMapTag(shortImportMap())}<script type="module">${modules}</script>`,
  'a script and its hash': withIntegrity(
    `<script src="${cdn}visitor-elements/dist/visitor-elements.min.js"></script>
    <script>visitorElements.configure(${settings});</script>`,
  ),
};

for (const [name, markup] of Object.entries(pages))
  test(`code for pages without a bundler works with the packed files: ${name}`, async ({
    closing,
    page,
    project,
  }) => {
    const asked: string[] = [];
    await page.route(`${cdn}**`, (route) => {
      const [, name = '', file = ''] =
        /^\/((?:@[^/]+\/)?[^@/]+)@[^/]+\/(.*)$/.exec(new URL(route.request().url()).pathname) ?? [];
      asked.push(`${name}/${file}`);
      const body = readFileSync(join(project.folder, 'node_modules', name, file));
      const contentType = file.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript';
      return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
    });
    const html = `<!doctype html><title>A page</title><visitor-info></visitor-info>${markup}`;
    const { base } = await closing(
      serveSite((_, response) => response.setHeader('content-type', 'text/html').end(html)),
    );
    await page.goto(base);
    await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
    expect(asked.length).toBeGreaterThan(0);
  });
