import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestRunnerPlugin } from '@web/test-runner';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const packages = '/packages/';

/**
 * Serves bundled files of component tests, without packages, so that a page of tests requests a dozen modules instead
 * of hundreds. Modules that pages and frames import by URL come from one bundle with shared chunks, so that a page
 * loads shared code once.
 */
export function modulesPlugin(root: string, tests: string[], inject: string[] = []): TestRunnerPlugin {
  const served = bundle(root, tests, inject);
  return {
    name: 'modules',
    async serve({ path }) {
      const body = (await served).get(path.replace(/\/{2,}/g, '/'));
      // A browser lives for one run, during which no file changes, so its next page may use its cache.
      const headers = { 'cache-control': 'max-age=86400', [ready]: 'yes' };
      return body === undefined ? undefined : { body, type: 'js', headers };
    },
  };
}

/** Marks modules that need no other plugin: they contain JavaScript, though their URL may end with `.ts`. */
const ready = 'x-bundled';

/** A plugin that leaves alone what is bundled already. */
export function unlessBundled(plugin: TestRunnerPlugin): TestRunnerPlugin {
  return {
    name: plugin.name,
    serverStart: (given) => plugin.serverStart?.(given),
    resolveMimeType: (context) => (context.response.get(ready) ? 'js' : plugin.resolveMimeType?.(context)),
    resolveImport: (given) => (given.context.response.get(ready) ? undefined : plugin.resolveImport?.(given)),
    transform: (context) => (context.response.get(ready) ? undefined : plugin.transform?.(context)),
  };
}

/** Modules by the path they are served under. */
async function bundle(root: string, tests: string[], inject: string[]): Promise<Map<string, string>> {
  const common = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    tsconfig: join(root, 'tsconfig.json'),
    conditions: ['production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: root,
    outbase: root,
    outExtension: { '.js': '.ts' },
    sourcemap: 'inline',
    sourcesContent: false,
  } satisfies BuildOptions;
  const pieces = await build({
    ...common,
    entryPoints: tests,
    inject,
    // The package declares its modules free of side effects, but an injected module has some.
    ignoreAnnotations: inject.length > 0,
    plugins: [ownUrl(root), apart()],
  });
  const names = importedPackages(pieces.metafile);
  const shared = await build({
    ...common,
    entryPoints: [
      ...importedByUrl(root).map((path) => ({ in: path, out: path.replace(/\.[jt]s$/, '') })),
      ...names.map((name) => ({ in: name, out: `packages/${name}` })),
    ],
    splitting: true,
    // Beside the library's modules: a module that is loaded again as `/src//…` gets its own chunks too.
    chunkNames: 'src/[hash]',
    sourcemap: false,
    plugins: [ownUrl(root)],
  });
  return new Map(
    [...pieces.outputFiles, ...shared.outputFiles].map(({ path, text }) => [
      `/${relative(root, path).replaceAll('\\', '/')}`,
      text,
    ]),
  );
}

/** Packages and the test runner's modules stay separate, at their own URLs. */
const apart = (): Plugin => ({
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\/__/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: `${packages}${path}.ts`, external: true },
    );
  },
});

const importedPackages = ({ inputs }: { inputs: Record<string, { imports: { path: string }[] }> }) => {
  const paths = Object.values(inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const outside = paths.filter((path) => path.startsWith(packages));
  return [...new Set(outside.map((path) => path.slice(packages.length, -3)))];
};

/** Gives a module its original URL as `import.meta.url`, whatever bundle it is in. */
const ownUrl = (root: string): Plugin => ({
  name: 'own-url',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const url = JSON.stringify(`/${relative(root, path).replaceAll('\\', '/')}`);
      const text = await readFile(path, 'utf8');
      return {
        contents: text.replaceAll('import.meta.url', `new URL(${url}, import.meta.url).href`),
        loader: 'ts',
      };
    });
  },
});

/** The modules that tests and their pages load by URL, such as `/src/define.ts`. */
function importedByUrl(root: string): string[] {
  const files = ['test/components', 'test/pages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const texts = files
    .filter((file) => /\.(ts|html)$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const urls = texts.flatMap((text) =>
    [...text.matchAll(/['"`]\/((?:src|test\/pages|node_modules)\/[\w@./-]+\.[jt]s)['"`]/g)].map(
      ([, path = '']) => path.replace(/\/{2,}/g, '/'),
    ),
  );
  return [...new Set(urls)].filter((path) => !path.endsWith('service-worker.js'));
}
