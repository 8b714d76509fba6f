/** The components of docs/frameworks.md, each pasted into an empty project, built and used. They need no service. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build, expect, here, start, test } from './application.js';

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

/** A page with the printed component and a link. Astro's router replaces the page's body without running its scripts again. */
const astro = (other: string) => `---
import { ClientRouter } from 'astro:transitions';
import Delivery from '../Delivery.astro';
---
${html(`<Delivery /><a href="/documented-astro/${other}">Next page</a>`).replace('</head>', '<ClientRouter /></head>')}`;

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
      'src/pages/index.astro': astro('next'),
      'src/pages/next.astro': astro('index'),
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
    if (framework === 'astro') {
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(page).toHaveURL(/next/);
      await expect(page.locator('output')).toHaveText('DE');
      await expect(page.getByText('International shipping')).toBeVisible();
    }
    expect(said).toEqual([]);
  });

/** Builds a component for a server and for browsers, and serves it, with a relay that is in France. */
const program = (plugin: string) => `import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { build } from 'vite';
${plugin}
const folder = import.meta.dirname;
const shared = { configFile: false, logLevel: 'warn', root: folder };
const [client, server] = (await readdir(folder)).filter((file) => /^(client|server)\./.test(file)).sort();
await build({ ...shared, plugins: plugins(), ssr: { noExternal: true }, build: { ssr: server, outDir: 'out/server' } });
const define = { __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true' };
const rollupOptions = { input: client, output: { entryFileNames: 'client.js' } };
await build({ ...shared, plugins: plugins(), define, build: { outDir: 'out/client', rollupOptions } });
const [entry] = (await readdir(folder + '/out/server')).filter((file) => file.startsWith('server.'));
const { html, head = () => '' } = await import('./out/server/' + entry);
const page = '<!doctype html><link rel="icon" href="data:,">' + head() + '<main>' + (await html()) + '</main><script type="module" src="/client.js"></script>';
createServer(async ({ url }, response) => {
  if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  if (url === '/origin/') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"location":{"country":{"code":"FR"}}}');
  const file = await readFile(folder + '/out/client' + url).catch(() => undefined);
  response.writeHead(file ? 200 : 404, { 'content-type': url.endsWith('.svg') ? 'image/svg+xml' : 'text/javascript' }).end(file);
}).listen(process.env.PORT, '127.0.0.1');`

/**
 * By framework: its heading, what a server needs changed in the component, and the other files. As Nuxt's and SvelteKit's
 * pages do, Vue's and Svelte's client loads the component in a task before the one that hydrates it.
 */
const rendered: Record<string, [heading: string, file: string, change: (code: string) => string, files: Record<string, string>]> = {
  vue: [
    'Vue',
    'Delivery.vue',
    (code) =>
      code
        .replace(/<visitor-switch>.*<\/visitor-switch>/s, '<visitor-switch v-html="cases" />')
        .replace('v-model="shipTo"', '@change="shipTo = ($event.target as HTMLSelectElement).value"')
        .replace(
          'const shipTo',
          `const cases = '<template data-country="FR"><p>Livraison gratuite</p></template><p>International shipping</p>';\nconst shipTo`,
        )
        .replace("shallowRef(origin.snapshot('ip'))", 'shallowRef<Snapshot<IpData>>()')
        .replace(/onScopeDispose\((origin.*?\))\);/, 'let stop: (() => void) | undefined;\nonMounted(() => { stop = $1; });\nonUnmounted(() => stop?.());')
        .replace('visitor.value.data', 'visitor.value?.data')
        .replace('import { computed, onScopeDispose', 'import { computed, onMounted, onUnmounted')
        .replace('import { configure', 'import { type IpData, type Snapshot')
        .replace(/^(.*)\nconfigure\((.*?)\n/s, "<script lang=\"ts\">\nimport { configure } from 'visitor-elements';\nconfigure($2\n</script>\n$1\n"),
    {
      'client.ts': `import { createSSRApp } from 'vue';\nimport('./Delivery.vue').then(({ default: Delivery }) => createSSRApp(Delivery).mount('main'));`,
      'server.ts': `import { createSSRApp } from 'vue';\nimport { renderToString } from 'vue/server-renderer';\nimport Delivery from './Delivery.vue';\nexport const html = () => renderToString(createSSRApp(Delivery));`,
      'serve.mjs': program(`import vue from '@vitejs/plugin-vue';
const isCustomElement = (tag) => tag.startsWith('visitor-');
const plugins = () => [vue({ template: { compilerOptions: { isCustomElement } } })];`),
    },
  ],
  svelte: [
    'Svelte',
    'Delivery.svelte',
    (code) => code,
    {
      'client.js': `import { hydrate } from 'svelte';\nimport('./Delivery.svelte').then(({ default: Delivery }) => hydrate(Delivery, { target: document.querySelector('main') }));`,
      'server.js': `import { render } from 'svelte/server';\nimport Delivery from './Delivery.svelte';\nexport const html = () => render(Delivery).body;`,
      'serve.mjs': program(`import { svelte } from '@sveltejs/vite-plugin-svelte';
const plugins = () => [svelte({ configFile: false })];`),
    },
  ],
  solid: [
    'Solid',
    'Delivery.tsx',
    (code) =>
      code
        .replace('import { createSignal, from }', 'import { createSignal, onCleanup, onMount }')
        .replace('visitor().data', 'visitor()?.data')
        .replace(
          /const useVisitor = .*/,
          `function useVisitor() {
  const [visitor, setVisitor] = createSignal();
  onMount(() => onCleanup(origin.subscribe('ip', (next) => setVisitor(next))));
  return visitor;
}`,
        ),
    {
      'client.tsx': `import { hydrate } from 'solid-js/web';\nimport { Delivery } from './Delivery';\nhydrate(() => <Delivery />, document.querySelector('main'));`,
      'server.tsx': `import { generateHydrationScript, renderToString } from 'solid-js/web';\nimport { Delivery } from './Delivery';\nexport const head = generateHydrationScript;\nexport const html = () => renderToString(() => <Delivery />);`,
      'serve.mjs': program(`import solid from 'vite-plugin-solid';
const plugins = () => [solid({ ssr: true })];`),
    },
  ],
};

for (const [framework, [heading, file, change, files]] of Object.entries(rendered))
  test(`${framework}: the printed component, changed as its section says, is rendered on a server and hydrated in silence, with a stored result too`, async ({
    page,
    said,
  }) => {
    const folder = `${here}apps/documented-${framework}-server/`;
    await rm(folder, { recursive: true, force: true });
    await cp(`${here}node_modules/visitor-elements/dist/flags`, `${folder}public/flags`, { recursive: true });
    const relayed = change(await printed(heading)).replace('configure({', `configure({ baseUrl: '/origin/', auth: 'none',`);
    for (const [name, text] of Object.entries({ ...files, [file]: relayed })) await writeFile(folder + name, text);
    const application = await start(`apps/documented-${framework}-server`, 'serve.mjs');
    try {
      expect(await (await fetch(application.base)).text()).toContain('<p>Livraison gratuite</p></template>');
      for (const visit of ['first', 'second']) {
        await page.goto(application.base);
        await expect(page.locator('output'), visit).toHaveText('FR');
        await expect(page.getByText('Livraison gratuite')).toBeVisible();
        await expect(page.getByText('International shipping')).toBeHidden();
      }
      await page.getByRole('combobox', { name: 'Ship to' }).selectOption('DE');
      await expect(page.getByText('International shipping')).toBeVisible();
      await expect(page.locator('output')).toHaveText('DE');
      expect(said).toEqual([]);
    } finally {
      await application.close();
    }
  });
