// node build.js <framework>: builds apps/<framework> into out/<framework>, as its users do.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [framework] = process.argv.slice(2);
const isCustomElement = (tag) => tag.startsWith('visitor-');

/** Frameworks with their own build program. */
const programs = {
  angular: '@angular/cli/bin/ng.js',
  astro: 'astro/astro.js',
  next: 'next/dist/bin/next',
};
const plugins = {
  react: async () => [],
  preact: async () => [],
  solid: async () => [(await import('vite-plugin-solid')).default()],
  vue: async () => [(await import('@vitejs/plugin-vue')).default({ template: { compilerOptions: { isCustomElement } } })],
  svelte: async () => [(await import('@sveltejs/vite-plugin-svelte')).svelte({ configFile: false })],
};

if (programs[framework]) {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' };
  const args = [here(`node_modules/${programs[framework]}`), 'build'];
  const { status } = spawnSync(process.execPath, args, { cwd: here(`apps/${framework}`), env, stdio: 'inherit' });
  process.exitCode = status;
} else {
  await build({
    configFile: false,
    root: here(`apps/${framework}`),
    base: './',
    logLevel: 'warn',
    plugins: await plugins[framework](),
    esbuild: { jsx: 'automatic', jsxImportSource: framework },
    build: { outDir: here(`out/${framework}`), emptyOutDir: true },
  });
}
