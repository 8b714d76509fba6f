import { transform } from 'esbuild';
import { type InlineConfig, mergeConfig, type Plugin } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { exportOwnNames, protectLit, takeGlobalNames } from './page-names.js';
import { path } from './path.js';

/** The settings of all files for a `<script>`. */
const common: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
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

/** Minifies the style sheets in `css` templates, as Vite does with style sheets in files. */
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
  return `${minified}\``;
}

/** Indented line breaks in templates are one space. Nothing else in a minified script has any. */
const joinLines: Plugin = {
  name: 'join-lines',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/\n +/g, ' ');
  },
};

/** A classic script, `dist/<file>`. It has no `import.meta`, so it gets its URL from its own tag. */
const classicScript = (entry: string, file: string, more: InlineConfig = {}): InlineConfig =>
  mergeConfig(
    mergeConfig(common, {
      plugins: [minifyStyles, protectLit, joinLines, exportOwnNames, endLine],
      define: {
        __SCRIPT__: JSON.stringify(file),
        __VERSION__: JSON.stringify(manifest.version),
        'import.meta.url': 'document.baseURI',
      },
      build: { rolldownOptions: { input: path(entry), output: { entryFileNames: file } } },
    }),
    more,
  );

/** A module of `src/` as one file, `dist/<name>.js`, without `import` and `export`. */
export const singleFile = (name: string): InlineConfig =>
  mergeConfig(common, {
    plugins: [takeGlobalNames, endLine],
    build: {
      lib: { entry: path(`src/${name}.ts`), name: '_', formats: ['iife'], fileName: () => `${name}.js` },
    },
  });

/** The last line of a file ends, so that what a merged file has behind it isn't part of a comment. */
const endLine: Plugin = {
  name: 'end-line',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = `${chunk.code.trimEnd()}\n`;
  },
};

/** A function around a script keeps its names out of the page, and the page's names out of it. */
const inFunction: InlineConfig = {
  plugins: [takeGlobalNames],
  build: { rolldownOptions: { output: { format: 'iife' } } },
};

/** The scripts for a tag. The one for attributes declares no names. */
export const classicScripts: readonly InlineConfig[] = [
  classicScript('src/script/elements.ts', 'visitor-elements.min.js', {
    ...inFunction,
    build: { ...inFunction.build, license: { fileName: 'third-party-licences.md' } },
  }),
  classicScript('src/script/core.ts', 'visitor-core.min.js', inFunction),
  classicScript('src/script/attributes.ts', 'visitor-attributes.min.js'),
  classicScript('src/devtools/index.ts', 'visitor-devtools.min.js', inFunction),
];

/** Modules without exports, for an import and any script tag. `src/tsconfig.json` leaves them out. */
export const singleFiles = ['countries', 'client-hints', 'services'] as const;
