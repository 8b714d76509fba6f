import { writeFileSync } from 'node:fs';
import { documents, skillFile, textOf } from '../demo/site/documents.js';
import { skillText } from './assistants.js';
import { makeParts, withMadeParts } from './documents.js';
import { describeElements } from './elements.js';

/** Updates the generated parts of the documentation and of `test/MEASUREMENTS.md`, and the skill: `npm run reference`. */
const elements = describeElements();
const parts = await makeParts(elements);
for (const name of [...documents, 'test/MEASUREMENTS.md'])
  writeFileSync(new URL(`../${name}`, import.meta.url), withMadeParts(textOf(name), parts));
writeFileSync(new URL(`../${skillFile}`, import.meta.url), skillText(elements));
