import { importMap, withIntegrity } from './cdn.js';
import type { Element } from './elements.js';
import { reference } from './reference.js';

/** The README with all that is made from the source and the build as they are now. */
export function withReference(readme: string, elements: readonly Element[]): string {
  const mapped = replaced(readme, 'import map', `\`\`\`html\n${importMap()}\n\`\`\``);
  return withIntegrity(replaced(mapped, 'reference', reference(elements)));
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
