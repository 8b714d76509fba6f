/** A recipe's page: shows the recipe as somebody else, with its lookup failing, or from the start. */
const frame = document.querySelector('iframe');
const chosen = () => document.querySelector<HTMLInputElement>('[name=as]:checked')?.value ?? '';
const fails = () => document.querySelector<HTMLInputElement>('#fail')?.checked;

/** The recipe's own page again, whatever page of the recipe is shown. */
function show(): void {
  if (!frame) return;
  const query = `?as=${chosen()}${fails() ? '&fault=refused' : ''}`;
  frame.name = query;
  frame.contentWindow?.location.replace(frame.src.replace(/\?.*/, query));
}

/** Removes what the recipe stored, under its own name. Other pages may share the origin, so nothing else is removed. */
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
if (frame) frame.name = `?as=${chosen()}`;
