import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { customElementsManifest, htmlCustomData, webTypes } from './editors.js';
import { describeElements } from './elements.js';
import { jsxTypes } from './jsx.js';
import { withReference } from './readme.js';
import { llmsText } from './reference.js';

/*
 * What is made from the elements' source: the manifest, editors' data and typed markup in `dist/`, `llms.txt`, and the
 * reference in the README.
 */
const root = new URL('../../', import.meta.url);

/** A file that is as it should be is left alone, so that a build changes nothing that others watch. */
function write(name: string, text: string) {
  const file = new URL(name, root);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

const elements = describeElements();
write('dist/custom-elements.json', JSON.stringify(customElementsManifest(elements)));
write('dist/web-types.json', JSON.stringify(webTypes(elements)));
write('dist/vscode.html-custom-data.json', JSON.stringify(htmlCustomData(elements)));
write('dist/jsx.d.ts', jsxTypes(elements));
write('llms.txt', llmsText(elements));
write('README.md', withReference(readFileSync(new URL('README.md', root), 'utf8'), elements));
