/** Every element in every state. */
import { galleryElements } from './gallery.js';
import { showIn } from './preview.js';
import { currentScheme, onSchemeChange, siteRoot } from './view.js';

const grid = document.querySelector<HTMLElement>('.states');

function showAll(): void {
  const { element = '' } = grid?.dataset ?? {};
  for (const figure of grid?.querySelectorAll<HTMLElement>('[data-elements]') ?? [])
    figure.hidden = !figure.dataset.elements?.split(' ').includes(element);
  for (const frame of grid?.querySelectorAll('iframe') ?? []) {
    const { state = '', as = '', content = '' } = frame.dataset;
    showIn(frame, {
      as,
      fault: '',
      state,
      auth: 'query',
      html: galleryElements[element]?.(content) ?? '',
      style: `--visitor-inline-size: 100%; --preview-align: ${content ? 'start; overflow: hidden' : 'safe center'}`,
      lang: 'en',
      dir: 'ltr',
      scheme: currentScheme(),
    });
    // Data becomes stale once, after the document's first lookup. With `reload()`, a document that is still loading
    // would never come.
    if (!frame.hasAttribute('src') || state === 'stale') frame.src = new URL('frame.html', siteRoot).href;
  }
}

grid?.addEventListener(
  'preview',
  ({ target, detail: { height } }) => {
    if (height && target instanceof HTMLElement) target.style.setProperty('--content-height', `${height}px`);
  },
  { capture: true },
);
const boxes = document.querySelectorAll<HTMLInputElement>('[name=element]');
/** Shows what is chosen: by the reader, by the browser after "back", or by a link. */
function choose(): void {
  const chosen = [...boxes].find(({ checked }) => checked);
  if (!grid || !chosen) return;
  grid.dataset.element = chosen.value;
  for (const frame of grid.querySelectorAll('iframe')) frame.style.removeProperty('--content-height');
  showAll();
}
const wanted = new URLSearchParams(location.search).get('element');
for (const box of boxes) {
  if (box.value === wanted) box.checked = true;
  box.addEventListener('change', choose);
}
onSchemeChange(showAll);
choose();
