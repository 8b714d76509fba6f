/*
 * npx tsx test/benchmarks/bytes.ts src/lookup/index.ts
 *
 * Prints what a module costs a page that imports all of it, and how many bytes come from each of our files.
 */
import { build } from 'esbuild';
import { compress } from './site.js';

const [entry = 'src/script/elements.ts'] = process.argv.slice(2);
const { outputFiles, metafile } = await build({
  entryPoints: [entry],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  conditions: ['production'],
  define: { __SCRIPT__: '""', __VERSION__: '""', 'import.meta.url': 'document.baseURI' },
  metafile: true,
  write: false,
});
const [bundle] = outputFiles;
const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
console.table(
  inputs
    .map(([file, { bytesInOutput }]) => ({
      file: file.replace(/^.*node_modules\//, ''),
      minified: bytesInOutput,
    }))
    .sort((a, b) => b.minified - a.minified),
);
console.log(`${entry}: ${bundle?.contents.length} bytes, ${compress(bundle?.text ?? '').length} as brotli`);
