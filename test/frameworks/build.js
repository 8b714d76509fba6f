// node build.js <framework>: builds apps/<framework> into out/<framework>, as its users do with Vite.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [framework] = process.argv.slice(2);
const isCustomElement = (tag) => tag.startsWith('visitor-');
const plugins = {
  react: async () => [],
  preact: async () => [],
  solid: async () => [(await import('vite-plugin-solid')).default()],
  vue: async () => [(await import('@vitejs/plugin-vue')).default({ template: { compilerOptions: { isCustomElement } } })],
  svelte: async () => [(await import('@sveltejs/vite-plugin-svelte')).svelte({ configFile: false })],
};
await build({
  configFile: false,
  root: here(`apps/${framework}`),
  base: './',
  logLevel: 'warn',
  plugins: await plugins[framework](),
  esbuild: { jsx: 'automatic', jsxImportSource: framework },
  build: { outDir: here(`out/${framework}`), emptyOutDir: true },
});
