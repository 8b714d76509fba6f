/** Updates the generated parts of the documentation and of `test/MEASUREMENTS.md`, and the skill: `npm run reference`. */
import { writeFileSync } from 'node:fs';
import { describeElements } from '../elements.js';
import { path } from '../path.js';
import { skillText } from './assistants.js';
import { documents, skillFile, textOf } from './documents.js';
import { generateParts, withGeneratedParts } from './generated-parts.js';

/** A generated file, and the text that it should have. */
type GeneratedFile = readonly [file: string, text: string];

/** The generated files. The skill comes last, because it is made from the others, as they are on disk. */
export async function* generatedFiles(parts = generateParts()): AsyncGenerator<GeneratedFile> {
  for (const file of [...documents, 'test/MEASUREMENTS.md'])
    yield [file, withGeneratedParts(textOf(file), await parts)];
  yield [skillFile, skillText(describeElements())];
}

if (process.argv[1] === path('build/documents/write-documents.ts'))
  for await (const [file, text] of generatedFiles()) writeFileSync(path(file), text);
