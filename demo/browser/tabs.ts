/** Turns sections into tabs. Without JavaScript they follow one another. */
export function tabLists(root: ParentNode = document): void {
  for (const tabs of root.querySelectorAll<HTMLElement>('[data-tabs]')) makeTabs(tabs);
}

function makeTabs(tabs: HTMLElement): void {
  const panels = [...tabs.querySelectorAll<HTMLElement>(':scope > .panel')];
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.role = 'tablist';
  const buttons = panels.map((panel, index) => {
    const id = `${tabs.dataset.tabs}-${index}`;
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', role: 'tab', id });
    button.textContent = panel.dataset.label ?? '';
    button.setAttribute('aria-controls', `${id}-panel`);
    Object.assign(panel, { id: `${id}-panel`, role: 'tabpanel' });
    panel.setAttribute('aria-labelledby', id);
    return button;
  });
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
  list.append(...buttons);
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
  tabs.prepend(list);
  show(0);
}
