// node build.js <bundler>: builds apps/*.js into out/<bundler>/ as a user of that bundler would, and prints its output.
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [bundler] = process.argv.slice(2);
const entries = { main: here('apps/main.js'), single: here('apps/single.js') };
const folder = here(`out/${bundler}`);

const bundlers = {
  async vite() {
    const { build } = await import('vite');
    await build({
      configFile: false,
      root: here('apps'),
      logLevel: 'warn',
      build: {
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { input: entries, output: { entryFileNames: '[name].js' } },
      },
    });
  },
  async webpack() {
    const { default: webpack } = await import('webpack');
    const output = { path: folder, filename: '[name].js', clean: true };
    // webpack's size hints are about a page's budget.
    const config = { mode: 'production', entry: entries, output, performance: { hints: false } };
    await new Promise((resolve, reject) =>
      webpack(config, (error, stats) => {
        if (error) return reject(error);
        console.log(stats.toString('errors-warnings'));
        return stats.hasErrors() ? reject(new Error('webpack failed')) : resolve();
      }),
    );
  },
  async rollup() {
    const { rollup } = await import('rollup');
    const { nodeResolve } = await import('@rollup/plugin-node-resolve');
    const bundle = await rollup({ input: entries, plugins: [nodeResolve()], onLog: (level, log) => console.log(level, log.message) });
    await bundle.write({ dir: folder, format: 'es' });
  },
  async esbuild() {
    const { build } = await import('esbuild');
    await build({ entryPoints: entries, outdir: folder, bundle: true, splitting: true, format: 'esm', logLevel: 'warning', minify: true });
  },
  async parcel() {
    const { spawnSync } = await import('node:child_process');
    const args = ['build', ...Object.values(entries), '--dist-dir', folder, '--no-cache', '--no-source-maps'];
    const { status } = spawnSync(here('node_modules/.bin/parcel'), args, { stdio: 'inherit', cwd: here('.') });
    if (status !== 0) throw new Error('parcel failed');
  },
};
await bundlers[bundler]();
