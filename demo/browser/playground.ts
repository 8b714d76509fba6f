/** The playground: a form creates markup; previews show it and code blocks explain how to use it. */
import { markupOf } from './configuration.js';
import { type Framework, frameworks } from './frameworks.js';
import { generateCode } from './generate.js';
import type { CodeLanguage } from './highlight.js';
import { linkOf, resetForm, restoreForm } from './link.js';
import { writeMarkup } from './markup.js';
import { noteOf } from './note.js';
import type { CodeUrls } from './origin.js';
import { createPreviews, type PreviewSettings } from './previews.js';
import { rowEditor } from './rows.js';
import { createStackblitzProject, formFieldsOf } from './stackblitz.js';
import { tokenEditor } from './token-editor.js';

const get = (id: string) => document.getElementById(id) as HTMLElement;
const settings = get('settings') as HTMLFormElement;
const bench = settings.parentElement as HTMLElement;
const origin = JSON.parse(bench.dataset.origin ?? '') as CodeUrls;
const rightToLeft = /^(ar|fa|he|ur)/;
const costs = ['requests', 'preflights', 'credits'] as const;
const events: string[] = [];
const rows = rowEditor(
  get('rows'),
  get('more-rows') as HTMLSelectElement,
  get('add-row') as HTMLButtonElement,
  settings,
  update,
);
const tokens = tokenEditor(settings);
const frames = createPreviews(get('previews'), ({ event, data, cost }) => {
  if (event) {
    events.push(`${event.name} <${event.tag}> ${event.says}`);
    get('events').textContent = events.slice(-12).join('\n');
  }
  if (data) show('json', JSON.stringify(data, undefined, 2).slice(0, 20_000), 'json');
  for (const what of cost ? costs : []) get(`cost-${what}`).textContent = String(cost?.[what]);
});

/** The form's settings, and the code generated from them. */
function made() {
  const form = Object.fromEntries(new FormData(settings)) as unknown as PreviewSettings;
  form.fields = rows.fields(form.element);
  return { form, markup: markupOf(form, tokens.chosen()) };
}

function update(): void {
  const { form, markup } = made();
  for (const part of bench.querySelectorAll<HTMLElement>('[data-for]'))
    part.hidden = !part.dataset.for?.split(' ').includes(form.element);
  for (const part of bench.querySelectorAll<HTMLElement>('[data-connection]'))
    part.hidden = part.dataset.connection !== form.connection;
  rows.show(form.element);
  const code = generateCode(form, markup, origin);
  for (const [name, { language }] of Object.entries(frameworks))
    show(`code-${name}`, code[name as Framework], language);
  show('code-server', code.server, 'js');
  get('on-server').hidden = !code.server;
  get('placeholders').innerHTML = noteOf(origin, form);
  for (const what of costs) get(`widget-${what}`).textContent = form.copies;
  for (const picker of bench.querySelectorAll<HTMLElement>('.drop')) say(picker);
  frames.show(form, writeMarkup(markup), new FormData(settings));
  history.replaceState(null, '', linkOf(settings));
}

/** Code is coloured once the grammars are loaded. They are larger than the rest of the page. */
const grammars = import('./highlight.js');

function show(id: string, code: string, language: CodeLanguage): void {
  const place = get(id);
  place.textContent = code;
  void grammars.then(({ highlightCode }) => {
    if (place.textContent === code) place.innerHTML = highlightCode(code, language);
  });
}

/** Closed, a picker shows its selection; open, it explains the options. */
function say(picker: HTMLElement): void {
  const chosen = picker.querySelector<HTMLInputElement>(':checked');
  const [name, says] = picker.querySelectorAll('[data-chosen], p[data-says]');
  const words = [...(chosen?.nextElementSibling?.childNodes ?? [])].filter((node) => node instanceof Text);
  if (name) name.textContent = words.map(({ data }) => data).join('');
  if (says) says.textContent = chosen?.dataset.says ?? '';
}

/** Selects one width, scheme and direction, or several of each if the switch is on. */
function compare(several: boolean): void {
  const boxes = [...bench.querySelectorAll<HTMLInputElement>('[name=width], [name=scheme], [name=dir]')];
  const chosen = boxes.filter(({ checked }) => checked);
  for (const box of boxes) box.type = several ? 'checkbox' : 'radio';
  for (const box of boxes)
    box.checked = several
      ? chosen.includes(box) || box.name === 'scheme'
      : chosen.find(({ name }) => name === box.name) === box;
}

const control = (name: string) => bench.querySelector(`[name=${name}]`);
control('compare')?.addEventListener('input', ({ target }) => compare((target as HTMLInputElement).checked));
// A language sets its direction, so update the direction's buttons.
control('lang')?.addEventListener('input', ({ target }) => {
  const wanted = rightToLeft.test((target as HTMLSelectElement).value) ? 'rtl' : 'ltr';
  for (const box of bench.querySelectorAll<HTMLInputElement>('[name=dir]'))
    box.checked = box.value === wanted;
});
settings.addEventListener('submit', (event) => event.preventDefault());
bench.addEventListener('input', update);

get('reset').addEventListener('click', () => {
  resetForm(settings);
  compare(false);
  update();
});
get('share').addEventListener('click', async () => {
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  get('shared').textContent = copied ? 'Link copied.' : 'Copy the link from the address bar.';
});
// Send the placeholders to StackBlitz, never what the reader typed.
get('stackblitz').addEventListener('submit', ({ currentTarget }) => {
  const { form, markup } = made();
  const code = generateCode({ ...form, address: '', key: '' }, markup, origin);
  const framework = document.documentElement.dataset.framework as Framework;
  const fields = formFieldsOf(createStackblitzProject(framework, code, bench.dataset.version ?? ''));
  const target = currentTarget as HTMLFormElement;
  for (const old of target.querySelectorAll('input')) old.remove();
  for (const [name, value] of fields)
    target.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
});
// The drawer covers the lower half, so scroll the preview into view.
settings.addEventListener('toggle', (event) => {
  if (event.newState === 'open') scrollBy(0, get('previews').getBoundingClientRect().top);
});
// On wide screens, settings are beside the preview.
matchMedia('(width >= 62rem)').addEventListener('change', () => settings.hidePopover?.());

const link = new URLSearchParams(location.search);
compare(link.has('compare'));
restoreForm(settings, link);
tokens.restored();
update();
