import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { path } from '../path.js';

/** The documents that readers navigate: the README, and all of `docs/`. */
export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(path('docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];

/** The skill for coding assistants, from the project's root. */
export const skillFile = 'skills/visitor-elements/SKILL.md';

/** A file's text, by its path in the project. */
export const textOf = (name: string): string => readFileSync(path(name), 'utf8');

/** A part of the documentation, with its pages. */
interface Group {
  title: string;
  pages: { title: string; file: string; description: string }[];
}

/** The tree of the documentation, as its index lists it. */
export function documentTree(): Group[] {
  const [, ...sections] = textOf('docs/README.md').split(/^## /m);
  return sections
    .map((section) => ({
      title: section.split('\n', 1)[0] ?? '',
      pages: [...section.matchAll(/\[([^\]]*)\]\(([^)#]*\.md)\)(?:[^:\n[]*: (.*))?/g)].map(
        ([, title = '', link = '', description = '']) => ({
          title,
          file: posix.join('docs', link),
          description,
        }),
      ),
    }))
    .filter(({ title, pages }) => pages.length > 0 && title !== 'Next');
}
