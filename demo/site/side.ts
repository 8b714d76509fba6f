import { posix } from 'node:path';
import { asMarkup } from './code.js';
import { sign } from './layout.js';

interface SideGroup {
  title: string;
  /** Paths from the site's root. */
  pages: readonly (readonly [path: string, title: string])[];
}

/** The list of pages beside each of them. On a phone it opens as a drawer, without a script. */
export function sideList(label: string, groups: readonly SideGroup[], current: string): string {
  const lists = groups.map(
    ({ title, pages }) =>
      `<div><p>${asMarkup(title)}</p><ul>${pages
        .map(([path, name]) => {
          const url = posix.relative(posix.dirname(current), path);
          return `<li><a href="${url}"${path === current ? ' aria-current="page"' : ''}>${asMarkup(name)}</a></li>`;
        })
        .join('')}</ul></div>`,
  );
  return `    <aside class="side" aria-label="${label}">
      <div class="side-bar"><button type="button" class="button" popovertarget="pages">${sign('M2 4h12M2 8h12M2 12h8')}Pages</button><button type="button" class="button" popovertarget="contents">On this page</button></div>
      <nav id="pages" popover aria-label="Pages">${lists.join('')}</nav>
    </aside>
`;
}
