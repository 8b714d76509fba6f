/** What every page of the site does: the reader's view of it, tabs, code to copy, and who it is seen as. */
import { firstVisitor, type VisitorId, visitors } from '../visitors/visitors.js';
import { copyButtons } from './copy.js';
import { tabLists } from './tabs.js';
import { root, viewPanel } from './view.js';

declare global {
  interface Window {
    /** The library's classic script, which runs after this module. */
    visitorElements: typeof import('../../src/index.js');
  }
}

/** The address that answers as a visitor, from the site's root. */
const addressOf = (id: VisitorId) => new URL(`api/${visitors[id].path}`, root).href;

viewPanel();
copyButtons();
tabLists();

addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== 'visitor') return;
  const { clearOverride, configure } = window.visitorElements;
  clearOverride();
  configure({ baseUrl: addressOf(target.value as VisitorId) });
});

// A reader who comes back finds the buttons as the browser restored them.
addEventListener('pageshow', () => {
  const chosen = document.querySelector<HTMLInputElement>('[name=visitor]:checked');
  if (chosen && chosen.value !== firstVisitor) chosen.dispatchEvent(new Event('change', { bubbles: true }));
});
