/** The playground: a form makes markup, previews show it, code says how to get it. */

import { type VisitorId, visitors } from '../visitors/visitors.js';
import { type Configuration, markupOf } from './configuration.js';
import { generate } from './generate.js';
import { highlight, type Language } from './highlight.js';
import { toHtml } from './markup.js';
import type { Origin } from './origin.js';
import { type PreviewNews, previewAddress } from './preview.js';
import { rowEditor } from './rows.js';

const get = (id: string) => document.getElementById(id) as HTMLElement;
const settings = get('settings') as HTMLFormElement;
const view = get('view') as HTMLFormElement;
const origin = JSON.parse(settings.parentElement?.dataset.origin ?? '') as Origin;
const checked = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name="${name}"]:checked`)?.value ?? '';
const rightToLeft = /^(ar|fa|he|ur)/;
const rows = rowEditor(get('rows'), get('add-row') as HTMLSelectElement, settings, update);
const frames = new Map<string, HTMLIFrameElement>();
/** What a field holds when the page is new. */
const initial = new Map<Element, string>();
const events: string[] = [];
const costs = ['requests', 'preflights', 'credits'] as const;

restore();
for (const form of [settings, view, get('previews').closest('.result') as HTMLElement])
  form.addEventListener('input', update);
update();

function update(): void {
  const form = Object.fromEntries(new FormData(settings)) as unknown as Configuration;
  for (const part of settings.querySelectorAll<HTMLElement>('[data-for]'))
    part.hidden = !part.dataset.for?.split(' ').includes(form.element);
  rows.show(form.element);
  form.fields = rows.fields();
  const tokens = [...settings.querySelectorAll<HTMLInputElement>('[data-token]')]
    .filter(({ value }) => value)
    .map(({ name, value }): [string, string] => [name, value]);
  const markup = markupOf(form, Object.fromEntries(tokens));
  const code = generate(form, markup, origin);
  write('code-html', code.html, 'html');
  write('code-esm', code.esm, 'js');
  write('code-react', code.react, 'js');
  write('code-server', code.server, 'js');
  for (const name of ['state', 'fault'])
    get(`says-${name}`).textContent =
      document.querySelector<HTMLElement>(`[name=${name}]:checked`)?.dataset.says ?? '';
  for (const what of costs) get(`widget-${what}`).textContent = checked('copies');
  preview(form, toHtml(markup));
  remember();
}

function write(id: string, code: string, language: Language): void {
  get(id).innerHTML = highlight(code, language);
}

/** A frame for each width, scheme and direction that is wanted. */
function preview(form: Configuration, html: string): void {
  const chosen = new FormData(view);
  const wanted = chosen
    .getAll('width')
    .flatMap((width) =>
      chosen.getAll('dir').flatMap((dir) => chosen.getAll('scheme').map((scheme) => [width, dir, scheme])),
    );
  const names = wanted.map((parts) => parts.join(' '));
  for (const [name, frame] of frames)
    if (!names.includes(name)) {
      frame.remove();
      frames.delete(name);
    }
  const copies = Number(checked('copies'));
  const blocked = visitors[form.visitor as VisitorId].kind === 'fault';
  for (const [index, name] of names.entries()) {
    const [width = '', dir = '', scheme = ''] = wanted[index] as string[];
    const address = previewAddress('frame.html', {
      as: form.visitor,
      fault: checked('fault') || (blocked ? 'offline' : ''),
      state: checked('state'),
      auth: form.connection === 'key' ? form.auth : 'query',
      html: Array.from({ length: copies }, () => html).join('\n'),
      style: '',
      lang: form.lang,
      dir: rightToLeft.test(form.lang) ? (dir === 'ltr' ? 'rtl' : 'ltr') : dir,
      scheme,
    });
    const frame = frames.get(name);
    if (frame) frame.contentWindow?.location.replace(new URL(address, location.href).href);
    else frames.set(name, newFrame(name, width, scheme, address));
    // A frame that is moved starts anew: order is a matter of style.
    (frames.get(name) as HTMLIFrameElement).style.order = String(index);
  }
}

function newFrame(name: string, width: string, scheme: string, address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = `Preview: ${name}`;
  frame.className = `preview ${scheme}`;
  frame.style.inlineSize = width === 'full' ? '100%' : `${width}px`;
  frame.src = address;
  frame.addEventListener('preview', ({ detail }) => hear(detail, frame));
  get('previews').append(frame);
  return frame;
}

function hear({ event, data, cost }: PreviewNews, frame: HTMLIFrameElement): void {
  if (frame !== frames.values().next().value) return;
  if (event) {
    events.push(`${event.name} <${event.tag}> ${event.says}`);
    get('events').textContent = events.slice(-12).join('\n');
  }
  if (data) write('json', JSON.stringify(data, undefined, 2).slice(0, 20_000), 'json');
  if (!cost) return;
  for (const what of costs) get(`cost-${what}`).textContent = String(cost[what]);
}

/** The page's address says what the forms say, save the key. */
function remember(): void {
  const kept = new URLSearchParams();
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    '.bench :is(input, select, textarea)[name]',
  );
  for (const field of fields) {
    const { name, value } = field;
    if (name === 'key' || name === 'address') continue;
    if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
      if (
        field.checked !== field.defaultChecked ||
        (field.type === 'checkbox' && !field.defaultChecked && field.checked)
      )
        kept.append(field.checked ? name : `-${name}`, value);
    } else if (value !== initial.get(field)) kept.append(name, value);
  }
  history.replaceState(null, '', kept.size > 0 ? `?${kept}` : location.pathname);
}

function restore(): void {
  const wanted = new URLSearchParams(location.search);
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    '.bench :is(input, select, textarea)[name]',
  );
  for (const field of fields) {
    // A form that the browser restored would contradict the address.
    if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
      field.checked = field.defaultChecked;
      if (wanted.getAll(field.name).includes(field.value)) field.checked = true;
      if (wanted.getAll(`-${field.name}`).includes(field.value)) field.checked = false;
      continue;
    }
    initial.set(
      field,
      field instanceof HTMLSelectElement ? (field.options[0]?.value ?? '') : field.defaultValue,
    );
    field.value = wanted.get(field.name) ?? initial.get(field) ?? '';
  }
}
