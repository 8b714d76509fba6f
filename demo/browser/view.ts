/** The site's root: its first script is there. */
export const siteRoot = new URL(
  '.',
  document.querySelector<HTMLScriptElement>('script[src$="before-paint.js"]')?.src,
);

const { documentElement: html } = document;
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The page's colour scheme: the reader's choice, or the system's. */
export const currentScheme = (): string => html.dataset.scheme || (prefersDark.matches ? 'dark' : 'light');

/** Makes the button for the colour scheme work. The choice is kept for later pages until it is the system's again. */
export function schemeButton(): void {
  const button = document.querySelector('#scheme');
  const show = () => {
    if (button) button.ariaPressed = String(currentScheme() === 'dark');
  };
  button?.addEventListener('click', () => {
    const isDark = currentScheme() !== 'dark';
    if (isDark === prefersDark.matches) delete html.dataset.scheme;
    else html.dataset.scheme = isDark ? 'dark' : 'light';
    try {
      localStorage.setItem('site:scheme', html.dataset.scheme ?? '');
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
    show();
  });
  prefersDark.addEventListener('change', show);
  show();
}

/** Calls back when the page's scheme changes. */
export function onSchemeChange(changed: () => void): void {
  prefersDark.addEventListener('change', changed);
  new MutationObserver(changed).observe(html, { attributeFilter: ['data-scheme'] });
}
