/** An element's page: parts that show themselves, tokens to try, states to force, events as they come. */
import { previewAddress, type State, states } from './preview.js';
import { view } from './view.js';

const style = document.head.appendChild(document.createElement('style'));
const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);

/** Draws a line around a part while somebody points at it. */
function highlight({ target }: Event): void {
  const part =
    target instanceof Element ? target.closest<HTMLElement>('[data-part]')?.dataset.part : undefined;
  style.textContent = part
    ? `#parts-example ::part(${part}) { outline: 2px solid var(--leak) !important; outline-offset: 2px }`
    : '';
}
for (const name of ['pointerover', 'focusin', 'click']) find('.parts')?.addEventListener(name, highlight);
for (const name of ['pointerleave', 'focusout'])
  find('.parts')?.addEventListener(name, () => {
    style.textContent = '';
  });

find('.tokens')?.addEventListener('input', () => {
  const example = find<HTMLElement>('#tokens-example');
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-token]')) {
    const name = input.dataset.token ?? '';
    const value = find<HTMLInputElement>(`[data-value-of="${name}"]`)?.value ?? '';
    if (input.checked) example?.style.setProperty(name, value);
    else example?.style.removeProperty(name);
  }
});

find('.reference [name=state]')
  ?.closest('fieldset')
  ?.addEventListener('change', ({ target }) => {
    const frame = find<HTMLIFrameElement>('#state');
    const says = find('#state-says');
    if (!frame || !says || !(target instanceof HTMLInputElement)) return;
    const state = target.value as State;
    const [lang, dir, scheme] = [view('lang') || 'en', view('dir') || 'ltr', view('scheme')];
    const root = new URL('../frame.html', location.href).href;
    const html = frame.dataset.html ?? '';
    says.textContent = states[state];
    frame.hidden = false;
    frame.src = previewAddress(root, {
      as: 'office',
      fault: '',
      state,
      auth: 'query',
      html,
      style: '',
      lang,
      dir,
      scheme,
    });
  });

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.matches('[data-start]')) return;
  const example = target.closest('.example');
  const template = example?.querySelector('template');
  if (template) target.replaceWith(template.content.cloneNode(true));
});

const heard: string[] = [];
for (const name of ['visitor-load', 'visitor-error', 'visitor-match', 'change'])
  addEventListener(name, ({ target }) => {
    const log = find('#heard');
    if (!log || !(target instanceof Element) || !target.localName.startsWith('visitor-')) return;
    heard.push(`${name} on <${target.localName}>`);
    log.textContent = heard.slice(-5).join('\n');
  });
