import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { build } from 'vite';
import { llmsText } from './documents/assistants.js';
import { cssCustomData, customElementsManifest, htmlCustomData, webTypes } from './editors.js';
import { describeElements } from './elements.js';
import { copyFlags } from './flags.js';
import { importMap } from './import-map.js';
import { jsxTypes } from './jsx.js';
import { labelLanguages, labelsScript } from './labels.js';
import { compileModules } from './modules.js';
import { path } from './path.js';
import { hashOf, integrityOf } from './published.js';
import { classicScripts, singleFile, singleFiles } from './scripts.js';

/*
 * npm run build: makes dist/ and llms.txt. Each step writes files of its own.
 */
const write = (name: string, text: string) => writeFileSync(path(name), text);
const writeJson = (name: string, value: unknown, indent = 0) =>
  write(name, JSON.stringify(value, null, indent));

rmSync(path('dist'), { recursive: true, force: true });
mkdirSync(path('dist/labels'), { recursive: true });

// Modules with their types, and files for a script tag.
await Promise.all([
  compileModules(),
  ...[...classicScripts, ...singleFiles.map(singleFile)].map((script) => build(script)),
]);

// What a page loads beside them.
copyFlags();
// Without nested rules, which several minifiers don't know and remove.
const reserved = readFileSync(path('src/reserve.css'), 'utf8');
write('dist/reserve.css', transformSync(reserved, { loader: 'css', target: 'chrome111' }).code);
for (const language of labelLanguages) write(`dist/labels/${language}.js`, labelsScript(language));
const withoutExports = [...singleFiles, ...labelLanguages.map((language) => `labels/${language}`)];
for (const name of withoutExports) write(`dist/${name}.d.ts`, 'export {};\n');

// What editors and people read.
const elements = describeElements();
writeJson('dist/custom-elements.json', customElementsManifest(elements));
writeJson('dist/web-types.json', webTypes(elements));
writeJson('dist/vscode.html-custom-data.json', htmlCustomData(elements));
writeJson('dist/vscode.css-custom-data.json', cssCustomData(elements));
write('dist/jsx.d.ts', jsxTypes(elements));
write('llms.txt', llmsText(elements));

// Hashes of everything that a page can load, by its path in dist/.
const pageFiles = readdirSync(path('dist'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('relay/'))
  .sort();
const hashes = pageFiles.map((name) => [name, integrityOf(`dist/${name}`)] as const);
// The line to paste has no line break at its end.
const line = hashOf(readFileSync(path('dist/visitor-attributes.min.js'), 'utf8').trim());
writeJson(
  'dist/integrity.json',
  { ...Object.fromEntries(hashes), 'visitor-attributes.min.js as a line': line },
  2,
);
writeJson('dist/importmap.json', importMap(), 2);
