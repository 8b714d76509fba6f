/** How long a confirmation is shown, in milliseconds. */
const CONFIRMED = 2000;

/** Headings that copy the URL of their section, and confirm it. */
export function copyLinks(): void {
  const status = document.createElement('output');
  status.className = 'hidden';
  document.body.append(status);
  addEventListener('click', async ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('.self');
    if (!link || !(await copied(link.href))) return;
    link.dataset.copied = '';
    status.textContent = 'Link copied';
    setTimeout(() => {
      delete link.dataset.copied;
      status.textContent = '';
    }, CONFIRMED);
  });
}

/** Buttons that copy the code below them, and confirm it. */
export function copyButtons(): void {
  addEventListener('click', async ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches('.copy')) return;
    const code = target.closest('.code')?.querySelector('code');
    target.textContent = (await copied(code?.textContent ?? '')) ? 'Copied' : 'Press Ctrl+C';
    if (target.textContent !== 'Copied' && code) getSelection()?.selectAllChildren(code);
    setTimeout(() => {
      target.textContent = 'Copy';
    }, CONFIRMED);
  });
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // The browser refused, or the page is no secure context: select the code instead.
  }
}
