import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { flagFolder, folder, mounts } from './demo/mounts.js';
import { DEFAULT_VISITOR } from './demo/service/service.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The dev server offers the lookup service, the flags and the built package beside the demo's own files. */
const neighbours: Plugin = {
  name: 'neighbours',
  configureServer(server) {
    const all = { ...mounts, '/dist/': folder(new URL('dist/', import.meta.url)) };
    for (const [prefix, listener] of Object.entries(all)) server.middlewares.use(prefix, listener);
    const { printUrls } = server;
    server.printUrls = () => {
      printUrls();
      server.config.logger.info(`  ➜  Visitor: ${DEFAULT_VISITOR} stands for callers on this machine`);
    };
  },
};

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

/** `vite` serves the demo; `vite build` makes the classic script, `dist/visitor-elements.min.js`. */
export default defineConfig({
  root: path('demo'),
  plugins: [neighbours, flags],
  // The lookup service speaks CORS for itself.
  server: { cors: false },
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
});
