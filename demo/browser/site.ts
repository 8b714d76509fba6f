/** What every page of the site does: colour scheme, tabs, copy buttons, search, and the simulated visitor. */
import { firstVisitor, simulatedVisitors, type VisitorId } from '../visitors/visitors.js';
import { pageLists } from './contents.js';
import { copyButtons } from './copy.js';
import { tabLists } from './tabs.js';
import { schemeButton, siteRoot } from './view.js';

declare global {
  interface Window {
    /** The library's classic script, which runs after this module. */
    visitorElements: typeof import('../../src/index.js');
  }
}

/** The lookup URL of a visitor. */
const lookupUrlOf = (id: VisitorId) => new URL(`api/${simulatedVisitors[id].path}`, siteRoot).href;

schemeButton();
copyButtons();
tabLists();
pageLists();

const search = document.querySelector<HTMLDialogElement>('#find');
let started = false;
const say = (words: string) => {
  const status = document.querySelector('#find-status');
  if (status) status.textContent = words;
};
/** Opens the search. Its code and index are fetched the first time. */
function openSearch(): void {
  if (!search || search.open) return;
  search.showModal();
  // On a small screen, browsers focus the box that scrolls.
  search.querySelector('input')?.focus();
  if (started) return;
  started = true;
  say('Loading the search …');
  import('./search.js')
    .then(({ startSearch }) => startSearch(siteRoot))
    .catch(() => {
      started = false;
      say('The search could not be loaded. Open it again to try again.');
    });
}
document.querySelector('#open-find')?.addEventListener('click', openSearch);
const shortcut = document.querySelector('#open-find kbd');
if (shortcut && /Mac|iPhone|iPad/.test(navigator.platform)) shortcut.textContent = '⌘ K';
addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey } = event;
  const writes = target instanceof HTMLElement && target.matches('input, textarea, select');
  if (!((key === '/' && !writes) || (key === 'k' && (ctrlKey || metaKey)))) return;
  event.preventDefault();
  openSearch();
});
// The first Escape clears a search field.
search?.addEventListener('keydown', ({ key }) => key === 'Escape' && search.close());
// A link to the current page must close the dialog too.
search?.addEventListener('click', ({ target }) => {
  if (target === search || (target instanceof Element && target.closest('a, .close'))) search.close();
});

addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== 'visitor') return;
  const { clearOverride, configure } = window.visitorElements;
  clearOverride();
  configure({ baseUrl: lookupUrlOf(target.value as VisitorId), apiKey: 'demo-page', guess: 'none' });
});

// After "back", the browser restores the buttons' old states.
addEventListener('pageshow', () => {
  const chosen = document.querySelector<HTMLInputElement>('[name=visitor]:checked');
  if (chosen && chosen.value !== firstVisitor) chosen.dispatchEvent(new Event('change', { bubbles: true }));
});
