import { writeFileSync } from 'node:fs';
import { documents, textOf } from '../demo/site/documents.js';
import { withMadeParts } from './documents.js';
import { describeElements } from './elements.js';

/** Updates the generated parts of the README, the documentation and `test/MEASUREMENTS.md`: `npm run reference`. */
const elements = describeElements();
for (const name of [...documents, 'test/MEASUREMENTS.md'])
  writeFileSync(new URL(`../${name}`, import.meta.url), withMadeParts(textOf(name), elements));
