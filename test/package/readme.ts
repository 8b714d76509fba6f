import { withIntegrity } from '../../demo/site/published.js';
import { troubles } from '../../demo/site/troubles.js';
import { importMap } from './cdn.js';
import type { Element } from './elements.js';
import { fieldList } from './fields.js';
import { reference } from './reference.js';

/** The README with all that is made from the source and the build as they are now. */
export function withReference(readme: string, elements: readonly Element[]): string {
  const parts = {
    'import map': `\`\`\`html\n${importMap()}\n\`\`\``,
    fields: fieldList(),
    troubles: troubleTable(),
    reference: reference(elements),
  };
  const made = Object.entries(parts).reduce((text, [name, part]) => replaced(text, name, part), readme);
  return withIntegrity(made);
}

const cell = (text: string) => text.replaceAll(/([<>|])/g, '\\$1');

function troubleTable(): string {
  const rows = troubles.map(
    ({ example, why, remedy }) => `| ${cell(example)} | ${cell(why)} | ${cell(remedy)} |`,
  );
  return ['| it says | why | what helps |', '|---|---|---|', ...rows].join('\n');
}

/** A part that is made stands between two comments. */
function replaced(readme: string, name: string, text: string): string {
  const start = `<!-- ${name}: made by npm run reference -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest, ...more] = readme.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined || more.length)
    throw new Error(`The README lacks ${start} … ${end}, or has it twice.`);
  return `${before}${start}\n\n${text}\n\n${end}${after}`;
}
