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

const countrySelect = (listener: string) =>
  `<visitor-country-select ${listener}={(event) => event.currentTarget.value.length} />`;

/** Markup whose listeners say nothing of their events. */
const markup = {
  react: countrySelect('onChange'),
  preact: countrySelect('onChange'),
  'solid-js': countrySelect('on:change'),
  vue: `<visitor-value @visitor-load="({ data }) => data.type" />
    <visitor-country-select slot="header" v-model="country" @change="(event) => event.target" />`,
};

for (const [framework, right] of Object.entries(markup))
  test(`${framework}: its type checker takes the markup, and names what is wrong`, async () => {
    const name = framework.replace('-js', '');
    const check = async (file: string, strictTemplates = false) => {
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
      const config = { compilerOptions, vueCompilerOptions: { strictTemplates }, files: [file] };
      await writeFile(`${here}${name}.tsconfig.json`, JSON.stringify(config));
      const program = `node_modules/${framework === 'vue' ? 'vue-tsc/bin/vue-tsc.js' : 'typescript/bin/tsc'}`;
      return execute(process.execPath, program, '-p', `${name}.tsconfig.json`);
    };
    const fine = await check(framework === 'vue' ? 'apps/vue/main.ts' : `apps/${name}/main.tsx`);
    expect(fine.ok ? '' : fine.text).toBe('');
    const checkMarkup = async (text: string) => {
      const types = "import type {} from 'visitor-elements/jsx.d.ts';";
      const tsx = `${types}\nexport const element = ${text};`;
      const vue = `<script setup lang="ts">${types} const country = '';</script><template>${text}</template>`;
      const file = `apps/${name}/markup.${framework === 'vue' ? 'vue' : 'tsx'}`;
      await writeFile(`${here}${file}`, framework === 'vue' ? vue : tsx);
      return check(file, true);
    };
    const taken = await checkMarkup(right);
    expect(taken.ok ? '' : taken.text).toBe('');
    expect((await checkMarkup('<visitor-value as="colour" />')).text).toContain(
      `Type '"colour"' is not assignable`,
    );
  });
