import { skillText } from './assistants.js';
import { documents, skillFile, textOf } from './documents.js';
import { describeElements } from './elements.js';
import { generateParts, withGeneratedParts } from './generated-parts.js';

/** A file that `npm run reference` writes, and the text that it should have. */
type GeneratedFile = readonly [file: string, text: string];

/** The generated files. The skill comes last, because it is made from the others, as they are on disk. */
export async function* generatedFiles(parts = generateParts()): AsyncGenerator<GeneratedFile> {
  for (const file of [...documents, 'test/MEASUREMENTS.md'])
    yield [file, withGeneratedParts(textOf(file), await parts)];
  yield [skillFile, skillText(describeElements())];
}
