import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oncePerRun } from '../support/once.js';

/** A page of the site with its own test. */
interface ListedPage {
  path: string;
  title: string;
}

/** The pages for readers. They are listed once for all workers, since listing them renders all documents. */
export async function pageList(): Promise<ListedPage[]> {
  const folder = await oncePerRun('page-list', async (folder) => {
    const { pages } = await import('../../demo/site/pages.js');
    const list: ListedPage[] = pages({ asset: (name) => name })
      .filter(({ bare }) => !bare)
      .map(({ path, title }) => ({ path, title }));
    await writeFile(join(folder, 'pages.json'), JSON.stringify(list));
  });
  return JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8'));
}
