import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** What readers find their way in by: the README, and the documents it leads to. */
export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(new URL('docs/', root))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];

/** The text of a file, by its path in the project. */
export const textOf = (name: string): string => readFileSync(new URL(name, root), 'utf8');
