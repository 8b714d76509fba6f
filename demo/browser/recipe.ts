/** A recipe's page: shows the recipe as another visitor, with a failing lookup, or reset. */
import { endSimulation, openPanel } from './panel.js';

const frame = document.querySelector('iframe');
const chosen = () => document.querySelector<HTMLInputElement>('[name=as]:checked')?.value ?? '';
const fails = () => document.querySelector<HTMLInputElement>('#fail')?.checked;
const query = () => `?as=${chosen()}${fails() ? '&fault=refused' : ''}`;

/** Returns to the recipe's first page, without the recipe's own stored values. Other pages may share the origin. */
function show(): void {
  if (!frame) return;
  const [, name] = /([\w-]+)\.demo\.html/.exec(frame.src) ?? [];
  if (name) localStorage.removeItem(name);
  endSimulation();
  frame.name = query();
  frame.contentWindow?.location.replace(frame.src.replace(/\?.*/, frame.name));
}

addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement) show();
});
document.querySelector('#again')?.addEventListener('click', show);
document.querySelector('#panel')?.addEventListener('click', () => openPanel(frame, '../'));
// The next page has a panel if the last one had.
frame?.addEventListener('load', () => {
  if (frame.matches('.with-panel')) openPanel(frame, '../');
});
if (frame) frame.name = new URL(frame.src).search;
// What was chosen before this script came, or what the browser restored.
addEventListener('pageshow', () => frame?.name !== query() && show());
