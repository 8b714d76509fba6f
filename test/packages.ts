import type { TestRunnerPlugin } from '@web/test-runner';
import { build } from 'esbuild';

const names = ['react', 'react-dom', 'react-dom/client', 'react-dom/server'];
const folder = '/packages/';

/** Serves packages that are no modules as modules with a default export; what several have in common is shared. */
export function packagesPlugin(): TestRunnerPlugin {
  let files: Promise<Map<string, string>> | undefined;
  return {
    name: 'packages',
    resolveImport: ({ source }) => (names.includes(source) ? `${folder}${source}.js` : undefined),
    async serve({ path }) {
      if (!path.startsWith(folder)) return undefined;
      files ??= bundle();
      return { body: (await files).get(path) ?? '', type: 'js' };
    },
  };
}

async function bundle(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => ({ in: name, out: name })),
    bundle: true,
    write: false,
    splitting: true,
    outdir: folder,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}
