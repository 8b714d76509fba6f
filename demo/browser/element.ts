/** An element's page: outlines its parts, and starts its examples of failures. */
// As on the home page: a map marks the country of a visitor without coordinates.
import '../../src/countries.js';

const style = document.head.appendChild(document.createElement('style'));
const parts = document.querySelector('.parts');

/** Outlines a part while the pointer or the focus is on its name. */
function outline({ target, type }: Event): void {
  const { part } = (target instanceof Element && target.closest<HTMLElement>('[data-part]')?.dataset) || {};
  const line = 'outline: 2px solid light-dark(#a8430a, #ff9f5f) !important; outline-offset: 2px';
  const isOver = part && !/leave|out/.test(type);
  style.textContent = isOver ? `#parts-example ::part(${part}) { ${line} }` : '';
}
for (const name of ['pointerover', 'focusin', 'pointerleave', 'focusout'])
  parts?.addEventListener(name, outline);

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.matches('[data-start]')) return;
  const template = target.closest('.example')?.querySelector('template');
  if (template) target.replaceWith(template.content.cloneNode(true));
});
