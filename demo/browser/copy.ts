/** How long a confirmation is shown, in milliseconds. */
const CONFIRMED = 2000;

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
