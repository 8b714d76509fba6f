/** A recipe's page: shows the recipe as another visitor, with a failing lookup, or reset. */
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
/** Loads the panel into the recipe's page. The script opens a panel that is there already. */
document.querySelector('#panel')?.addEventListener('click', () => {
  const page = frame?.contentDocument;
  if (!page) return;
  const script = page.createElement('script');
  script.src = new URL('../dist/visitor-devtools.min.js', document.baseURI).href;
  page.head.append(script);
});
if (frame) frame.name = `?as=${chosen()}`;
