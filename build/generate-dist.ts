import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { llmsText } from './assistants.js';
import { cssCustomData, customElementsManifest, htmlCustomData, webTypes } from './editors.js';
import { describeElements } from './elements.js';
import { importMap } from './import-map.js';
import { jsxTypes } from './jsx.js';
import { labelLanguages, labelsScript, labelsTypes } from './labels.js';
import { integrityOf } from './published.js';

/*
 * Generates files that aren't committed from the elements' source: the manifest, editors' data and typed markup in
 * `dist/`, and `llms.txt`.
 */
const root = new URL('../', import.meta.url);

/** Writes a file only if its content differs, so that file watchers don't see a change. */
function write(name: string, text: string) {
  const file = new URL(name, root);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

const elements = describeElements();
write('dist/custom-elements.json', JSON.stringify(customElementsManifest(elements)));
write('dist/web-types.json', JSON.stringify(webTypes(elements)));
write('dist/vscode.html-custom-data.json', JSON.stringify(htmlCustomData(elements)));
write('dist/vscode.css-custom-data.json', JSON.stringify(cssCustomData(elements)));
write('dist/jsx.d.ts', jsxTypes(elements));
mkdirSync(new URL('dist/labels/', root), { recursive: true });
for (const language of labelLanguages) {
  write(`dist/labels/${language}.js`, labelsScript(language));
  write(`dist/labels/${language}.d.ts`, labelsTypes);
}
write('llms.txt', llmsText(elements));

// For a file with only types, `tsc` writes an empty module that nothing imports.
for (const name of readdirSync(new URL('dist/', root), { recursive: true, encoding: 'utf8' })) {
  const file = new URL(`dist/${name}`, root);
  if (!name.endsWith('.js') || !/^export \{\};\n(\/\/.*\n?)?$/.test(readFileSync(file, 'utf8'))) continue;
  for (const suffix of ['', '.map']) rmSync(new URL(`${file.href}${suffix}`), { force: true });
}

/** Hashes of everything that a page can load, by its path in \`dist/\`. */
const pageFiles = readdirSync(new URL('dist/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('relay/'))
  .sort();
const hashes = pageFiles.map((name) => [name, integrityOf(`dist/${name}`)]);
write('dist/integrity.json', `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
write('dist/importmap.json', `${JSON.stringify(importMap(), null, 2)}\n`);
