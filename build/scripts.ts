import { readdirSync, readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { mergeConfig, type Plugin, type UserConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { flagFolder } from './flags.js';
import { protectLitNames } from './lit-names.js';
import { path } from './path.js';

/** The settings of all files for a `<script>`. */
const common: UserConfig = {
  build: {
    target: 'es2022',
    outDir: path('dist'),
    emptyOutDir: false,
    reportCompressedSize: false,
    copyPublicDir: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Browsers read a script without a declared encoding as Latin-1.
      output: { charset: 'ascii' },
    },
  },
};

/**
 * Minifies the style sheets in `css` templates, as Vite does with style sheets in files. Removed lines are added after
 * the template, so the source map stays valid.
 */
const minifyStyles: Plugin = {
  name: 'minify-styles',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.startsWith(path('src/'))) return undefined;
    const parts = code.split(/(?<=\bcss`)(\n[^`]*`)/);
    for (const [index, part] of parts.entries()) if (index % 2) parts[index] = await minifiedStyle(part);
    return { code: parts.join(''), map: null };
  },
};

/**
 * Minifies a style sheet up to the backtick that ends its template. Expressions are replaced by names in the meantime.
 */
async function minifiedStyle(template: string): Promise<string> {
  const expressions: string[] = [];
  const sheet = template
    .slice(0, -1)
    .replace(/\$\{.*?\}/g, (expression) => `__${expressions.push(expression) - 1}__`);
  const { code } = await transform(sheet, { loader: 'css', minify: true, target: 'esnext' });
  const minified = code.trim().replace(/__(\d+)__/g, (_, index) => expressions[Number(index)] ?? '');
  return `${minified}\`${'\n'.repeat(template.split('\n').length - 1)}`;
}

/** A classic script, `dist/<file>`. It has no `import.meta`, so it gets its URL from its own tag. */
export const classicScript = (entry: string, file: string, more: UserConfig = {}): UserConfig =>
  mergeConfig(
    mergeConfig(common, {
      plugins: [minifyStyles, protectLitNames],
      define: {
        __SCRIPT__: JSON.stringify(file),
        __VERSION__: JSON.stringify(manifest.version),
        'import.meta.url': 'document.baseURI',
      },
      build: { rolldownOptions: { input: path(entry), output: { entryFileNames: file } } },
    }),
    more,
  );

/** A file without `import` or `export`, for an import and any script tag. */
export const singleFile = (entry: string, file: string): UserConfig =>
  mergeConfig(common, {
    build: {
      sourcemap: true,
      lib: { entry: path(entry), name: '_', formats: ['iife'], fileName: () => file },
    },
  });

/** Adds the flags, their licence and `reserve.css` to `dist`. */
export const besideScripts: Plugin = {
  name: 'beside-scripts',
  apply: 'build',
  generateBundle() {
    const emit = (fileName: string, file: URL | string) =>
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
    for (const name of readdirSync(flagFolder).filter((name) => name.endsWith('.svg')))
      emit(`flags/${name}`, new URL(name, flagFolder));
    emit('flags/LICENSE', new URL('../LICENSE', flagFolder));
    emit('reserve.css', path('src/reserve.css'));
  },
};
