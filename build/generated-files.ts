import { documents, skillFile, textOf } from '../demo/site/documents.js';
import { skillText } from './assistants.js';
import { describeElements } from './elements.js';
import { generateParts, withGeneratedParts } from './generated-parts.js';

const elements = describeElements();

/** The files that `npm run reference` writes, with the text that each should have now. */
export async function generatedFiles(parts = generateParts(elements)): Promise<ReadonlyMap<string, string>> {
  const made = await parts;
  return new Map([
    ...[...documents, 'test/MEASUREMENTS.md'].map(
      (file) => [file, withGeneratedParts(textOf(file), made)] as const,
    ),
    [skillFile, skillText(elements)],
  ]);
}
