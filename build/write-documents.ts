import { writeFileSync } from 'node:fs';
import { documents, textOf } from '../demo/site/documents.js';
import { withMadeParts } from './documents.js';
import { describeElements } from './elements.js';

/** Writes into the README and the documents what is made from the source and the build: `npm run reference`. */
const elements = describeElements();
for (const name of [...documents, 'CONTRIBUTING.md'])
  writeFileSync(new URL(`../${name}`, import.meta.url), withMadeParts(textOf(name), elements));
