import { writeFileSync } from 'node:fs';
import { documents, textOf } from '../demo/site/documents.js';
import { withMadeParts } from './documents.js';
import { describeElements } from './elements.js';

/** Updates the generated parts of the README and of the documents: `npm run reference`. */
const elements = describeElements();
for (const name of [...documents, 'CONTRIBUTING.md'])
  writeFileSync(new URL(`../${name}`, import.meta.url), withMadeParts(textOf(name), elements));
