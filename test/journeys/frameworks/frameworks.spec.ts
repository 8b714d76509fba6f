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

test('angular: a form control of Angular has the country that the visitor selects, and sets it', async ({ page, server, said }) => {
  await build('angular');
  await page.goto(`${server.base}/angular/index.html?base=/api/visit/${crypto.randomUUID()}/&flags=/dist/flags/`);
  const select = page.getByRole('combobox', { name: 'Ship to' });
  await expect(select).toHaveValue('GB');
  await expect(page.locator('#country')).toBeEmpty();
  await select.selectOption('DE');
  await expect(page.locator('#country')).toHaveText('DE');
  await page.getByRole('button', { name: 'To France' }).click();
  await expect(select).toHaveValue('FR');
  expect(said).toEqual([]);
});

const countrySelect = (listener: string) =>
  `<visitor-country-select ${listener}={(event) => event.currentTarget.value.length} />`;

/** The type checkers of frameworks whose files aren't TypeScript's. */
const checkers: Readonly<Record<string, string[]>> = {
  vue: ['vue-tsc/bin/vue-tsc.js', '-p'],
  svelte: ['svelte-check/bin/svelte-check', '--threshold', 'error', '--tsconfig'],
};

/** Markup whose listeners say nothing of their events. */
const markup = {
  react: countrySelect('onChange'),
  preact: countrySelect('onChange'),
  'solid-js': countrySelect('on:change'),
  svelte: countrySelect('onchange'),
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
        types: framework === 'svelte' ? ['svelte'] : [],
      };
      const config = { compilerOptions, vueCompilerOptions: { strictTemplates }, include: [file] };
      await writeFile(`${here}${name}.tsconfig.json`, JSON.stringify(config));
      const [program, ...options] = checkers[framework] ?? ['typescript/bin/tsc', '-p'];
      return execute(process.execPath, `node_modules/${program}`, ...options, `${name}.tsconfig.json`);
    };
    const type = framework in checkers ? framework : 'tsx';
    const fine = await check(
      { vue: 'apps/vue/main.ts', svelte: 'apps/svelte/App.svelte' }[framework] ?? `apps/${name}/main.tsx`,
    );
    expect(fine.ok ? '' : fine.text).toBe('');
    const checkMarkup = async (text: string) => {
      const types = "import type {} from 'visitor-elements/jsx.d.ts';";
      const tsx = `${types}\nexport const element = ${text};`;
      const svelte = `<script lang="ts">${types}</script>${text}`;
      const vue = `<script setup lang="ts">${types} const country = '';</script><template>${text}</template>`;
      const file = `apps/${name}/markup.${type}`;
      await writeFile(`${here}${file}`, { vue, svelte }[framework] ?? tsx);
      return check(file, true);
    };
    const taken = await checkMarkup(right);
    expect(taken.ok ? '' : taken.text).toBe('');
    expect((await checkMarkup('<visitor-value as="colour" />')).text).toContain(
      `Type '"colour"' is not assignable`,
    );
  });
