import { loadLabels } from './labels.js';

/**
 * The reader's display options, stored for later pages: the site's scheme, the examples' language and direction, the
 * kind of code.
 */
const rightToLeft = ['ar', 'fa', 'he', 'ur'];
/** The site's root: its first script is there. */
export const siteRoot = new URL(
  '.',
  document.querySelector<HTMLScriptElement>('script[src$="before-paint.js"]')?.src,
);

const aspects = ['scheme', 'lang', 'dir', 'framework'] as const;
type Aspect = (typeof aspects)[number];

/** The chosen value, or an empty string. */
export const displayOption = (aspect: Aspect): string => memory().getItem(`site:${aspect}`) ?? '';

/** Applies the reader's options and their changes. */
export function viewPanel(): void {
  for (const aspect of aspects) {
    const select = document.querySelector<HTMLSelectElement>(`[data-view=${aspect}]`);
    if (!select) continue;
    select.value = displayOption(aspect) || select.value;
    select.addEventListener('change', () => {
      if (select.value) memory().setItem(`site:${aspect}`, select.value);
      else memory().removeItem(`site:${aspect}`);
      apply();
    });
  }
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'framework') return;
    memory().setItem('site:framework', target.value);
    apply();
  });
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details.drop[open]');
  addEventListener('keydown', ({ key }) => {
    for (const panel of key === 'Escape' ? open() : []) {
      panel.open = false;
      panel.querySelector('summary')?.focus();
    }
  });
  addEventListener('click', ({ target }) => {
    for (const panel of open()) if (!panel.contains(target as Node)) panel.open = false;
  });
  apply();
}

function apply(): void {
  const scheme = displayOption('scheme');
  if (scheme) document.documentElement.dataset.scheme = scheme;
  else delete document.documentElement.dataset.scheme;
  const framework = displayOption('framework') || 'html';
  document.documentElement.dataset.framework = framework;
  for (const button of document.querySelectorAll<HTMLInputElement>('[name=framework]'))
    button.checked = button.value === framework;
  const select = document.querySelector<HTMLSelectElement>('[data-view=framework]');
  if (select) select.value = framework;
  loadLabels(displayOption('lang'), siteRoot);
  for (const example of document.querySelectorAll<HTMLElement>('[data-example]')) dress(example);
}

/** The language and direction of the examples. */
export function exampleView(): { lang: string; dir: string } {
  const lang = displayOption('lang') || 'en';
  return { lang, dir: displayOption('dir') || (rightToLeft.includes(lang) ? 'rtl' : 'ltr') };
}

/** Gives an example the language and direction that the reader chose. */
function dress(example: HTMLElement): void {
  Object.assign(example, exampleView());
  // Elements read the language only when they render.
  for (const element of example.querySelectorAll<Element & { requestUpdate?(): void }>('*'))
    element.requestUpdate?.();
}

/** Without storage, options last until the page ends. */
function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem() {}, removeItem() {} };
  }
}
