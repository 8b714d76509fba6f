import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test as base } from '@playwright/test';
import { folder } from '../../demo/mounts.js';
import { requestsOf, serveSite } from '../e2e/site.js';
import type { Running } from '../service/server.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const execute = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd: here, timeout: 240_000 }).then(
    ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
    ({ stdout = '', stderr = '', message }) => ({ ok: false, text: `${message}\n${stdout}${stderr}` }),
  );

const out = folder(new URL('out/', import.meta.url));
const test = base.extend<object, { server: Running }>({
  server: [
    async ({}, use) => {
      const server = await serveSite(out);
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

for (const framework of ['react', 'preact', 'solid', 'vue', 'svelte'])
  test(`${framework}: values, properties, events, a switch, flags, and one lookup for all`, async ({ page, server }) => {
    const { ok, text } = await execute(process.execPath, 'build.js', framework);
    expect(ok, text).toBe(true);
    const said: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    const visit = crypto.randomUUID();
    await page.goto(`${server.base}/${framework}/index.html?base=/api/visit/${visit}/`);
    await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
    await expect(page.locator('visitor-info')).toContainText('Adresse');
    await expect(page.locator('#heard')).toHaveText('GB');
    await expect(page.locator('#hook')).toHaveText('81.2.69.142');
    await expect(page.locator('visitor-value img')).toHaveAttribute('src', /dist.flags.GB\.svg$/);
    await expect(page.getByText('Hello, Britain')).toBeVisible();
    await expect(page.getByText('Default 0')).toBeHidden();
    await page.getByRole('button', { name: 'Turn' }).click();
    await expect(page.locator('visitor-switch')).toContainText('Default 1');
    expect(await requestsOf(server.base, visit)).toBe(1);
    // Stored by then: the first paint has it.
    await page.reload();
    await expect(page.locator('#hook')).toHaveText('81.2.69.142');
    expect(await requestsOf(server.base, visit)).toBe(1);
    expect(said).toEqual([]);
  });

for (const framework of ['react', 'preact', 'solid-js', 'vue'])
  test(`${framework}: its type checker takes the markup, and names what is wrong`, async () => {
    const name = framework.replace('-js', '');
    const check = async (file: string) => {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'es2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'preserve',
        jsxImportSource: framework,
        types: [],
      };
      await writeFile(`${here}${name}.tsconfig.json`, JSON.stringify({ compilerOptions, files: [file] }));
      const program = `node_modules/${framework === 'vue' ? 'vue-tsc/bin/vue-tsc.js' : 'typescript/bin/tsc'}`;
      return execute(process.execPath, program, '-p', `${name}.tsconfig.json`);
    };
    const fine = await check(framework === 'vue' ? 'apps/vue/main.ts' : `apps/${name}/main.tsx`);
    expect(fine.ok ? '' : fine.text).toBe('');
    const wrong = '<visitor-value as="colour" />';
    const tsx = `import type {} from 'visitor-elements/jsx.d.ts';\nexport const wrong = ${wrong};`;
    const vue = `<script setup lang="ts">import type {} from 'visitor-elements/jsx.d.ts';</script><template>${wrong}</template>`;
    const file = `apps/${name}/wrong.${framework === 'vue' ? 'vue' : 'tsx'}`;
    await writeFile(`${here}${file}`, framework === 'vue' ? vue : tsx);
    expect((await check(file)).text).toContain(`Type '"colour"' is not assignable`);
  });
