/** The components of docs/frameworks.md, each pasted into an empty project, built and used. They need no service. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build, expect, here, test } from './application.js';

/** The first code block below a heading of docs/frameworks.md. */
async function printed(heading: string): Promise<string> {
  const text = await readFile(new URL('../../../docs/frameworks.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const [, code] = /```\w+\n(.*?)```/s.exec(section) ?? [];
  if (!code) throw new Error(`docs/frameworks.md has no code below "${heading}".`);
  return code;
}

const html = (main: string, body = '') =>
  `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>Shop</title></head><body>${body}<main></main>${main}</body></html>`;
const script = (file: string) => `<script type="module" src="./${file}"></script>`;
const react = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Delivery } from './Delivery';
createRoot(document.querySelector('main') as HTMLElement).render(createElement(Delivery));`;

/** What a project adds to the printed file: by framework its heading, the name of that file, and the other files. */
const projects: Record<string, [heading: string, file: string, others: Record<string, string>]> = {
  react: ['React', 'Delivery.tsx', { 'main.ts': react, 'index.html': html(script('main.ts')) }],
  vue: [
    'Vue',
    'Delivery.vue',
    {
      'main.ts': `import { createApp } from 'vue';\nimport Delivery from './Delivery.vue';\ncreateApp(Delivery).mount('main');`,
      'index.html': html(script('main.ts')),
    },
  ],
  svelte: [
    'Svelte',
    'Delivery.svelte',
    {
      'main.js': `import { mount } from 'svelte';\nimport Delivery from './Delivery.svelte';\nmount(Delivery, { target: document.querySelector('main') });`,
      'index.html': html(script('main.js')),
    },
  ],
  solid: [
    'Solid',
    'Delivery.tsx',
    {
      'main.tsx': `import { render } from 'solid-js/web';\nimport { Delivery } from './Delivery';\nrender(() => <Delivery />, document.querySelector('main') as HTMLElement);`,
      'index.html': html(script('main.tsx')),
    },
  ],
  angular: [
    'Angular',
    'delivery.ts',
    {
      'main.ts': `import { bootstrapApplication } from '@angular/platform-browser';\nimport { Delivery } from './delivery';\nbootstrapApplication(Delivery);`,
      'index.html': html('', '<app-delivery></app-delivery>'),
    },
  ],
  astro: [
    'Astro',
    'src/Delivery.astro',
    {
      'src/pages/index.astro': `---\nimport Delivery from '../Delivery.astro';\n---\n${html('').replace('<main></main>', '<Delivery />')}`,
      'astro.config.mjs': `export default { outDir: '../../out/documented-astro', base: '/documented-astro', devToolbar: { enabled: false } };`,
    },
  ],
};

test.use({ timezoneId: 'Europe/Paris', locale: 'en-GB' });

for (const [framework, [heading, file, others]] of Object.entries(projects))
  test(`${framework}: the printed component shows the visitor’s country and follows their choice`, async ({
    page,
    server,
    said,
  }) => {
    const name = `documented-${framework}`;
    const folder = `${here}apps/${name}/`;
    await rm(folder, { recursive: true, force: true });
    await mkdir(`${folder}src/pages`, { recursive: true });
    for (const config of ['angular.json', 'tsconfig.json']) {
      const text = await readFile(`${here}apps/${framework}/${config}`, 'utf8').catch(() => undefined);
      if (text) await writeFile(`${folder}${config}`, text.replace(`out/${framework}`, `out/${name}`));
    }
    await writeFile(folder + file, await printed(heading));
    for (const [other, text] of Object.entries(others)) await writeFile(folder + other, text);
    await build(name);

    await page.goto(`${server.base}/${name}/index.html`);
    await expect(page.getByText('Livraison gratuite')).toBeVisible();
    await expect(page.getByText('International shipping')).toBeHidden();
    await expect(page.locator('output')).toHaveText('FR');
    const select = page.getByRole('combobox', { name: 'Ship to' });
    await expect(select).toHaveValue('FR');
    await select.selectOption('DE');
    await expect(page.getByText('International shipping')).toBeVisible();
    await expect(page.locator('output')).toHaveText('DE');
    expect(said).toEqual([]);
  });
