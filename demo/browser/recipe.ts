/** A recipe's page: shows the recipe as another visitor, with a failing lookup, or reset. */
import { openPanel } from './panel.js';

const frame = document.querySelector('iframe');
const chosen = () => document.querySelector<HTMLInputElement>('[name=as]:checked')?.value ?? '';
const fails = () => document.querySelector<HTMLInputElement>('#fail')?.checked;

/** Returns to the recipe's first page. */
function show(): void {
  if (!frame) return;
  const query = `?as=${chosen()}${fails() ? '&fault=refused' : ''}`;
  frame.name = query;
  frame.contentWindow?.location.replace(frame.src.replace(/\?.*/, query));
}

/** Removes the recipe's own stored values. Other pages may share the origin. */
function forget(): void {
  const [, name] = /([\w-]+)\.demo\.html/.exec(frame?.src ?? '') ?? [];
  if (name) localStorage.removeItem(name);
}

addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  forget();
  show();
});
document.querySelector('#again')?.addEventListener('click', () => {
  forget();
  show();
});
document.querySelector('#panel')?.addEventListener('click', () => openPanel(frame, '../'));
if (frame) frame.name = `?as=${chosen()}`;
