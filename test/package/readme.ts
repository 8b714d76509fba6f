import type { Element } from './elements.js';
import { reference } from './reference.js';

/** The README with the parts that are made from the source as they are now; each stands between two comments. */
export function withReference(readme: string, elements: readonly Element[]): string {
  return replaced(readme, 'reference', reference(elements));
}

function replaced(readme: string, name: string, text: string): string {
  const start = `<!-- ${name}: made by npm run build -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest, ...more] = readme.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined || more.length)
    throw new Error(`The README lacks ${start} … ${end}, or has it twice.`);
  return `${before}${start}\n\n${text}\n\n${end}${after}`;
}
