/** Files of the repository that documents link to, and that the site has as plain text. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { documents, textOf } from '../../build/documents.js';
import { linksOf } from '../../build/markdown.js';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

/** The path of a file or folder on the site. A recipe has a page of its own. */
export function placeOfFile(path: string): string {
  const [, recipe] = /^demo\/recipes\/?(.*?)(?:\.html)?$/.exec(path) ?? [];
  if (recipe !== undefined) return `recipes/${recipe || 'index'}.html`;
  return path.endsWith('.md') ? path : `${path}.txt`;
}

const isFolder = (path: string) => existsSync(at(path)) && statSync(at(path)).isDirectory();

/** The files and folders that documents link to, besides other documents and pages. */
function linked(): string[] {
  const all = [...documents, 'SECURITY.md'];
  const targets = all.flatMap((name) =>
    linksOf(textOf(name))
      .filter((link) => !/^https?:|^#/.test(link))
      .map((link) => posix.join(posix.dirname(name), link.split('#')[0] ?? '').replace(/\/$/, '')),
  );
  return [...new Set(targets)].filter(
    (path) => !all.includes(path) && !/^demo\/(recipes|pictures)\b/.test(path) && existsSync(at(path)),
  );
}

const filesIn = (folder: string): string[] =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => !/node_modules|package-lock/.test(path) && statSync(at(path)).isFile())
    .sort();

/** The linked files with their text, by their path on the site. A folder is one text with all its files. */
export const linkedFiles = (): Map<string, string> =>
  new Map(
    linked().map((path) => [
      placeOfFile(path),
      isFolder(path)
        ? filesIn(path)
            .map((file) => `== ${file}\n\n${textOf(file)}`)
            .join('\n')
        : textOf(path),
    ]),
  );
