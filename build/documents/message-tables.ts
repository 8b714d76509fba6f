import { textOf } from './documents.js';
import { type Explanation, examplesOf } from './explained-messages.js';
import { headingsOf, literalText, markdownTable } from './markdown.js';

/** A row for each reason, with its messages, what fixes them, and the section of `docs/` that explains it. */
export const messageTable = (explanations: readonly Explanation[]): string =>
  markdownTable(
    ['message', 'reason', 'fix'],
    explanations.map((explanation) => [
      examplesOf([explanation])
        .map(({ example }) => literalText(example))
        .join('<br>'),
      literalText(explanation.reason),
      `${literalText(explanation.fix)} See ${sectionLink(explanation.section)}.`,
    ]),
  );

/** A link to a section, with its heading. */
export function sectionLink(section: string): string {
  const [file = '', slug] = section.split('#');
  const heading = headingsOf(textOf(`docs/${file}`)).find((one) => one.slug === slug);
  if (!heading)
    throw new Error(
      `docs/${file} has no section #${slug}. Name another in build/documents/explained-messages.md.`,
    );
  return `[${literalText(heading.text)}](${section})`;
}
