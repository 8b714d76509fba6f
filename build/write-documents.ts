import { writeFileSync } from 'node:fs';
import { documents, skillFile, textOf } from '../demo/site/documents.js';
import { skillText } from './assistants.js';
import { describeElements } from './elements.js';
import { generateParts, withGeneratedParts } from './generated-parts.js';
import { path } from './path.js';

/** Updates the generated parts of the documentation and of `test/MEASUREMENTS.md`, and the skill: `npm run reference`. */
const elements = describeElements();
const parts = await generateParts(elements);
for (const name of [...documents, 'test/MEASUREMENTS.md'])
  writeFileSync(path(name), withGeneratedParts(textOf(name), parts));
writeFileSync(path(skillFile), skillText(elements));
