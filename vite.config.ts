import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { flagFolder } from './demo/mounts.js';
import { siteBuild, siteServer, staticSite } from './demo/site/plugin.js';
import manifest from './package.json' with { type: 'json' };

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The build puts the flags, and their licence, and the style sheet for before the script beside the script. */
const flags: Plugin = {
  name: 'flags',
  apply: 'build',
  generateBundle() {
    for (const name of readdirSync(flagFolder).filter((name) => name.endsWith('.svg')))
      this.emitFile({
        type: 'asset',
        fileName: `flags/${name}`,
        source: readFileSync(new URL(name, flagFolder)),
      });
    this.emitFile({
      type: 'asset',
      fileName: 'flags/LICENSE',
      source: readFileSync(new URL('../LICENSE', flagFolder)),
    });
    this.emitFile({ type: 'asset', fileName: 'reserve.css', source: readFileSync(path('src/reserve.css')) });
  },
};

/** Style sheets and templates in scripts lose the white space that is there for their readers. What follows stays in its lines. */
const styles: Plugin = {
  name: 'styles',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/src/elements/')
      ? { code: code.replace(/(?<![.\w])css`[^`]*`/g, squeezed).replace(/\n +/g, '\n'), map: null }
      : undefined,
};

const squeezed = (sheet: string) =>
  sheet
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?|(:) /g, '$1$2')
    .replace(/(?<![\w.-])0(?=\.\d)/g, '')
    .replace(/='([a-z-]+)'\]/g, '=$1]')
    .replace(/;}/g, '}') + sheet.replace(/[^\n]/g, '');

/**
 * Makes a classic script of two parts in one file: all modules up to `last`, which sends the lookup, then a function with the
 * rest. An engine only skims a function before it is called, so the request leaves before most of the file is compiled. No line
 * is added before what either part holds, so the source map stays true.
 */
const twoParts = (last: string): Plugin => ({
  name: 'two-parts',
  apply: 'build',
  renderChunk(code, { modules }) {
    const rendered = Object.entries(modules);
    const first = rendered
      .slice(rendered.findIndex(([id]) => id === path(last)) + 1)
      .find(([, { code }]) => code);
    const start = code.indexOf(first?.[1].code ?? '');
    if (start < 1 || rendered.length < 2) this.error(`The modules after ${last} are not to be found.`);
    const [head, tail] = [code.slice(0, start), code.slice(start).trimEnd()];
    return { code: `(() => { ${head}function rest() { ${tail}\n} rest(); })();`, map: null };
  },
});

/**
 * Vite's minifier has the shorter syntax; this one then puts what is used once in its place, which saves another 1.3 %. Not the
 * second part, though, or all would be compiled before the request.
 */
const usedOnceInPlace: Plugin = {
  name: 'used-once-in-place',
  apply: 'build',
  async generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.map || !chunk.sourcemapFileName) continue;
      const { code, map } = await minify(chunk.code.replace(/[\w$]+\(\)\}\)\(\);$/m, '/*@__NOINLINE__*/$&'), {
        ecma: 2020,
        toplevel: true,
        compress: { passes: 3 },
        format: { ascii_only: true },
        sourceMap: { content: JSON.stringify(chunk.map), url: chunk.sourcemapFileName },
      });
      const file = bundle[chunk.sourcemapFileName];
      if (!code || typeof map !== 'string' || file?.type !== 'asset') this.error('No source map.');
      chunk.code = code;
      file.source = map;
    }
  },
};

/** A classic script, `dist/<file>`. It has no \`import.meta\`, and learns where it lies from its own tag. */
const classicScript = (entry: string, file: string, plugins: Plugin[]): UserConfig => ({
  define: { __VERSION__: JSON.stringify(manifest.version), 'import.meta.url': 'document.baseURI' },
  plugins: [...plugins, usedOnceInPlace],
  build: {
    target: 'es2022',
    outDir: path('dist'),
    emptyOutDir: false,
    reportCompressedSize: false,
    copyPublicDir: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: path(entry),
      // A page that says nothing of its encoding has its scripts read as Latin.
      output: { entryFileNames: file, charset: 'ascii' },
    },
  },
});

/** The file of countries is a single one, and takes the place of the module that tsc made of it. */
const countries: UserConfig = {
  build: {
    target: 'es2022',
    outDir: path('dist'),
    emptyOutDir: false,
    sourcemap: true,
    reportCompressedSize: false,
    lib: { entry: path('src/countries.ts'), name: '_', formats: ['iife'], fileName: () => 'countries.js' },
    rolldownOptions: { output: { charset: 'ascii' } },
  },
};

/** The scripts, by the mode that builds them. The first one empties the folder, and brings flags and licences. */
const scripts: Record<string, UserConfig> = {
  production: mergeConfig(
    classicScript('src/script.ts', 'visitor-elements.min.js', [
      flags,
      styles,
      twoParts('src/script-first.ts'),
    ]),
    { build: { emptyOutDir: true, sourcemap: true, license: { fileName: 'third-party-licences.md' } } },
  ),
  core: mergeConfig(
    classicScript('src/script-core.ts', 'visitor-core.min.js', [
      styles,
      twoParts('src/script-first-core.ts'),
    ]),
    { build: { sourcemap: true } },
  ),
  hooks: classicScript('src/hooks.ts', 'visitor-hooks.min.js', []),
  countries,
};

/** The site in `demo/`. */
const site: UserConfig = {
  root: path('demo'),
  base: './',
  appType: 'mpa',
  plugins: [siteServer, staticSite],
  // The lookup service speaks CORS for itself. Pages are made anew at each load, and nothing of Vite's is in them.
  server: { cors: false, hmr: false },
  // The one is a single module, and first asked for long after the start; what the other needs is hundreds.
  optimizeDeps: { exclude: ['minisearch'], entries: ['browser/highlight.ts'] },
  build: siteBuild,
};

/** `vite` serves the site, and `vite build --mode site` builds it; `vite build` makes a classic script. */
export default defineConfig(({ command, mode }) =>
  command === 'serve' || mode === 'site' ? site : (scripts[mode] ?? {}),
);
