import { writeFile } from 'node:fs/promises';
import { build, execute, expect, expectVisitor, here, requestsOf, test } from './application.js';

for (const framework of ['react', 'preact', 'solid', 'vue', 'svelte', 'angular'])
  test(`${framework}: values, properties, events, a switch, flags, and one lookup for all`, async ({
    page,
    server,
    said,
  }) => {
    await build(framework);
    const visit = crypto.randomUUID();
    await page.goto(`${server.base}/${framework}/index.html?base=/api/visit/${visit}/&flags=/dist/flags/`);
    await expectVisitor(page);
    await page.getByRole('button', { name: 'Turn' }).click();
    await expect(page.locator('visitor-switch')).toContainText('Default 1');
    expect(await requestsOf(server.base, visit)).toBe(1);
    // The data is stored, so the first paint has it, and the framework added listeners before the element had it.
    await page.reload();
    await expectVisitor(page);
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
