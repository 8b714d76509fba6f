/** Files of the repository that documents link to, and that the site has as plain text. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { documents, textOf } from '../../build/documents/documents.js';
import { linksOf } from '../../build/documents/markdown.js';
import { path } from '../../build/path.js';

/** The path of a file or folder on the site. A recipe has a page of its own. */
export function placeOfFile(name: string): string {
  const [, recipe] = /^demo\/recipes\/?(.*?)(?:\.html)?$/.exec(name) ?? [];
  if (recipe !== undefined) return `recipes/${recipe || 'index'}.html`;
  return name.endsWith('.md') ? name : `${name}.txt`;
}

const isFolder = (name: string) => statSync(path(name)).isDirectory();

/** The files and folders that documents link to, besides other documents and pages. */
function linked(): string[] {
  const all = [...documents, 'SECURITY.md'];
  const targets = all.flatMap((name) =>
    linksOf(textOf(name))
      .filter((link) => !/^https?:|^#/.test(link))
      .map((link) => posix.join(posix.dirname(name), link.split('#')[0] ?? '').replace(/\/$/, '')),
  );
  return [...new Set(targets)].filter(
    (name) => !all.includes(name) && !/^demo\/(recipes|pictures)\b/.test(name) && existsSync(path(name)),
  );
}

const filesIn = (folder: string): string[] =>
  readdirSync(path(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => !/node_modules|package-lock/.test(name) && statSync(path(name)).isFile())
    .sort();

/** The linked files with their text, by their path on the site. A folder is one text with all its files. */
export const linkedFiles = (): Map<string, string> =>
  new Map(
    linked().map((name) => [
      placeOfFile(name),
      isFolder(name)
        ? filesIn(name)
            .map((file) => `== ${file}\n\n${textOf(file)}`)
            .join('\n')
        : textOf(name),
    ]),
  );
