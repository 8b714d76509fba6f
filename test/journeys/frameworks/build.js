// node build.js <application>: builds apps/<application> into out/<application>, as its users do.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [application] = process.argv.slice(2);
/** `documented-vue` is Vue's component of docs/frameworks.md. */
const framework = application.replace('documented-', '');
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
  const { status } = spawnSync(process.execPath, args, { cwd: here(`apps/${application}`), env, stdio: 'inherit' });
  process.exitCode = status;
} else {
  await build({
    configFile: false,
    root: here(`apps/${application}`),
    base: './',
    logLevel: 'warn',
    plugins: await plugins[framework](),
    esbuild: { jsx: 'automatic', jsxImportSource: framework },
    build: { outDir: here(`out/${application}`), emptyOutDir: true },
  });
}
