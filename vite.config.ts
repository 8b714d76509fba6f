import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
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

/** Style sheets in scripts lose the white space that is there for their readers. What follows stays in its lines. */
const styles: Plugin = {
  name: 'styles',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/src/elements/') ? { code: code.replace(/\bcss`[^`]*`/g, squeezed), map: null } : undefined,
};

const squeezed = (sheet: string) =>
  sheet
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}') + sheet.replace(/[^\n]/g, '');

/** A classic script, `dist/<file>`. It has no \`import.meta\`, and learns where it lies from its own tag. */
const classicScript = (entry: string, file: string, build: UserConfig['build']): UserConfig => ({
  define: { __VERSION__: JSON.stringify(manifest.version), 'import.meta.url': 'document.baseURI' },
  build: {
    target: 'es2022',
    outDir: path('dist'),
    reportCompressedSize: false,
    lib: { entry: path(entry), name: 'visitorElements', formats: ['iife'], fileName: () => file },
    // A page that says nothing of its encoding has its scripts read as Latin.
    rolldownOptions: { output: { charset: 'ascii' } },
    ...build,
  },
});

/** With Lit, the flags beside it. */
const library: UserConfig = {
  ...classicScript('src/script.ts', 'visitor-elements.min.js', {
    emptyOutDir: true,
    sourcemap: true,
    license: { fileName: 'third-party-licences.md' },
  }),
  plugins: [flags, styles],
};

const head = classicScript('src/head.ts', 'visitor-head.min.js', { emptyOutDir: false });

/** The site in `demo/`. */
const site: UserConfig = {
  root: path('demo'),
  base: './',
  appType: 'mpa',
  plugins: [siteServer, staticSite],
  // The lookup service speaks CORS for itself. Pages are made anew at each load, and nothing of Vite's is in them.
  server: { cors: false, hmr: false },
  build: siteBuild,
};

/** `vite` serves the site, and `vite build --mode site` builds it; `vite build` makes a classic script. */
export default defineConfig(({ command, mode }) => {
  if (command === 'serve' || mode === 'site') return site;
  return mode === 'head' ? head : library;
});
