/** An element's page: outlined parts, editable tokens, forced states, a log of events. */
// As on the home page: a map marks the country of a visitor without coordinates.
import '../../src/countries.js';
import { type PreviewState, previewStates, showIn } from './preview.js';
import { displayOption, exampleView } from './view.js';

const style = document.head.appendChild(document.createElement('style'));
const find = <T extends Element>(selector: string) => document.querySelector<T>(selector);

/** A rule that draws a line around a part. */
const lineAround = (part: string) =>
  `::part(${part}) { outline: 2px solid light-dark(#a8430a, #ff9f5f) !important; outline-offset: 2px }`;

/** Outlines a part while the pointer is over its name. */
function highlight({ target }: Event): void {
  const { part } = (target instanceof Element && target.closest<HTMLElement>('[data-part]')?.dataset) || {};
  style.textContent = part ? `#parts-example ${lineAround(part)}` : '';
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

/** Shows the element in a state, in a frame of its own. */
function showState(frame: HTMLIFrameElement, state: PreviewState, style = ''): void {
  frame.hidden = false;
  showIn(frame, {
    as: 'office',
    fault: '',
    state,
    auth: 'query',
    html: `${style}${frame.dataset.html}`,
    style: '',
    ...exampleView(),
    scheme: displayOption('scheme'),
  });
  if (!frame.hasAttribute('src')) frame.src = '../frame.html';
}

find('.parts')?.addEventListener('click', ({ target }) => {
  const { part = '', state } =
    (target instanceof Element && target.closest<HTMLElement>('[data-state]')?.dataset) || {};
  const frame = find<HTMLIFrameElement>('#part');
  if (frame && state) showState(frame, state as PreviewState, `<style>${lineAround(part)}</style>`);
});

find('.reference [name=state]')
  ?.closest('fieldset')
  ?.addEventListener('change', ({ target }) => {
    const frame = find<HTMLIFrameElement>('#state');
    const status = find('#state-status');
    if (!frame || !status || !(target instanceof HTMLInputElement)) return;
    const state = target.value as PreviewState;
    status.textContent = previewStates[state];
    showState(frame, state);
  });

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.matches('[data-start]')) return;
  const example = target.closest('.example');
  const template = example?.querySelector('template');
  if (template) target.replaceWith(template.content.cloneNode(true));
});

const events: string[] = [];
for (const name of ['visitor-load', 'visitor-error', 'visitor-match', 'change'])
  addEventListener(name, ({ target }) => {
    const log = find('#event-log');
    if (!log || !(target instanceof Element) || !target.localName.startsWith('visitor-')) return;
    events.push(`${name} on <${target.localName}>`);
    log.textContent = events.slice(-5).join('\n');
  });
