/** Makes tabs work. Without JavaScript their panels follow one another. */
export function tabLists(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[role=tablist]')) makeTabs(list);
  revealTarget();
  addEventListener('hashchange', revealTarget);
}

/** Shows the panel that the URL's hash leads to. Its heading is hidden, so the tabs are scrolled to instead. */
function revealTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target?.closest('.panel');
  if (!panel || target?.checkVisibility()) return;
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click();
  panel.parentElement?.scrollIntoView();
}

function makeTabs(list: HTMLElement): void {
  const buttons = [...list.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const panels = buttons.map((button) => document.getElementById(button.getAttribute('aria-controls') ?? ''));
  const show = (shown: number) => {
    for (const [index, button] of buttons.entries()) {
      button.ariaSelected = String(index === shown);
      button.tabIndex = index === shown ? 0 : -1;
      panels[index]?.toggleAttribute('hidden', index !== shown);
    }
  };
  const steps: Record<string, (at: number) => number> = {
    ArrowRight: (at) => at + 1,
    ArrowLeft: (at) => at - 1,
    Home: () => 0,
    End: () => -1,
  };
  list.addEventListener('click', ({ target }) => {
    const index = buttons.indexOf(target as HTMLButtonElement);
    if (index >= 0) show(index);
  });
  list.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = buttons.at(step(buttons.indexOf(event.target as HTMLButtonElement)) % buttons.length);
    next?.focus();
    next?.click();
  });
  list.dataset.ready = '';
  show(0);
}
