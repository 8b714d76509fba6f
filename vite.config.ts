import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { flagFolder } from './demo/mounts.js';
import { siteBuild, siteServer, staticSite } from './demo/site/plugin.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The build puts the flags, their licence, and the style sheet for before the script beside the script. */
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

/** The classic script, `dist/visitor-elements.min.js`. */
const library: UserConfig = {
  plugins: [flags],
  build: {
    target: 'es2022',
    outDir: path('dist'),
    emptyOutDir: true,
    reportCompressedSize: false,
    license: { fileName: 'third-party-licences.md' },
    lib: {
      entry: path('src/script.ts'),
      name: 'visitorElements',
      formats: ['iife'],
      fileName: () => 'visitor-elements.min.js',
    },
    // A classic script has no \`import.meta\`; it learns where it lies from its own tag.
    rolldownOptions: { transform: { define: { 'import.meta.url': 'document.baseURI' } } },
  },
};

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

/** `vite` serves the site, `vite build --mode site` builds it; `vite build` makes the library's classic script. */
export default defineConfig(({ command, mode }) => (command === 'serve' || mode === 'site' ? site : library));
