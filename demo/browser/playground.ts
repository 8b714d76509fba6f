/** The playground: a form creates markup; previews show it and code blocks explain how to use it. */
import { formatField } from '../../src/model/format.js';
import type { CodeUrls } from './code-urls.js';
import { lookupOf, markupOf, type SettingsByElement, settingsOf } from './configuration.js';
import { fittingTexts, problemOfValues, valuesInWords } from './fitting-text.js';
import { type Framework, frameworks } from './frameworks.js';
import { generateCode } from './generate.js';
import type { CodeLanguage } from './highlight.js';
import { linkOf, resetForm, restoreForm } from './link.js';
import { writeMarkup } from './markup.js';
import { noteOf } from './note.js';
import { openPanel } from './panel.js';
import { ipStates } from './preview.js';
import { createPreviews, type PreviewSettings } from './previews.js';
import { tokenEditor } from './token-editor.js';
import { currentScheme, onSchemeChange } from './view.js';

const get = (id: string) => document.getElementById(id) as HTMLElement;
const settings = get('settings') as HTMLFormElement;
const bench = settings.parentElement as HTMLElement;
const urls = JSON.parse(bench.dataset.urls ?? '') as CodeUrls;
const all = JSON.parse(bench.dataset.settings ?? '') as SettingsByElement;
const rightToLeft = /^(ar|fa|he|ur)/;
const events: string[] = [];
const texts = fittingTexts(settings);
const tokens = tokenEditor(settings);
const frames = createPreviews(get('previews'), ({ event, data }) => {
  if (event) {
    events.push(`${event.name} <${event.tag}> ${event.description}`);
    get('events').textContent = events.slice(-12).join('\n');
  }
  if (data) {
    shownData = data;
    show('json', JSON.stringify(data, undefined, 2).slice(0, 20_000), 'json');
    hint(formState());
  }
});

/** The data of the first preview's last event. */
let shownData: unknown;
const formState = () => Object.fromEntries(new FormData(settings)) as unknown as PreviewSettings;

/** The form's settings, those that have an effect, and the element with them. */
function made() {
  const form = formState();
  const effective = settingsOf(all, form);
  const dirs = new FormData(settings).getAll('dir');
  const dir = dirs.length === 1 && dirs[0] === 'rtl' ? 'rtl' : undefined;
  return { form, effective, markup: markupOf(form, effective, tokens.chosen(effective), dir) };
}

/** Removes the controls of settings without effect. A label is one of two: an element's own, or `fallback`. */
function offer(effective: ReadonlySet<string>): void {
  const { element } = formState();
  for (const part of bench.querySelectorAll<HTMLElement>('[data-setting]')) {
    const { setting = '' } = part.dataset;
    part.hidden = setting === 'fallback' ? element === 'visitor-country-select' : !effective.has(setting);
  }
  for (const box of bench.querySelectorAll<HTMLInputElement>('[name=state]')) {
    const isOffered = effective.has('ip') || !ipStates.includes(box.value);
    const label = box.closest('label');
    if (label) label.hidden = !isOffered;
    if (box.checked && !isOffered) choose('state', ['ready']);
  }
}

/** Says under a text what it may be, or why nothing shows. */
function hint(form: PreviewSettings): void {
  const { condition, from, field, content } = form;
  const problem = problemOfValues(condition, form.conditionValues);
  showHint('conditionValues', problem, `${valuesInWords(condition)}. ! excludes one.`);
  const isBlank = shownData && lookupOf(form) === from && !formatField(shownData, field);
  const instead = content ? 'the fallback content shows' : 'nothing shows. Add fallback content';
  showHint('field', isBlank ? `This visitor’s data has no “${field}”, so ${instead}.` : '', '');
}

function showHint(name: string, problem: string, words: string): void {
  control(name)?.toggleAttribute('aria-invalid', problem !== '');
  const place = get(`${name}-hint`);
  place.classList.toggle('problem', problem !== '');
  if (place.textContent !== (problem || words)) place.textContent = problem || words;
}

/** Checks the buttons of these values. */
function choose(name: string, values: readonly string[]): void {
  for (const box of bench.querySelectorAll<HTMLInputElement>(`[name=${name}]`))
    box.checked = values.includes(box.value);
}

function update(): void {
  texts.follow();
  offer(settingsOf(all, formState()));
  const { form, markup } = made();
  for (const part of bench.querySelectorAll<HTMLElement>('[data-connection]'))
    part.hidden = !part.dataset.connection?.split(' ').includes(form.connection);
  for (const part of bench.querySelectorAll<HTMLElement>('[data-framework]'))
    part.hidden = part.dataset.framework !== form.framework;
  hint(form);
  const code = generateCode(form, markup, urls);
  for (const [name, { language }] of Object.entries(frameworks))
    show(`code-${name}`, code[name as Framework], language);
  show('code-server', code.server, 'js');
  get('on-server').hidden = !code.server;
  get('placeholders').innerHTML = noteOf(urls, form);
  for (const picker of bench.querySelectorAll<HTMLElement>('.drop')) describe(picker);
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
function describe(picker: HTMLElement): void {
  const chosen = picker.querySelector<HTMLInputElement>(':checked');
  const [name, status] = picker.querySelectorAll('[data-chosen], p[data-description]');
  const words = [...(chosen?.nextElementSibling?.childNodes ?? [])].filter((node) => node instanceof Text);
  if (name) name.textContent = words.map(({ data }) => data).join('');
  if (status) status.textContent = chosen?.dataset.description ?? '';
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
  choose('dir', [rightToLeft.test((target as HTMLSelectElement).value) ? 'rtl' : 'ltr']);
});
settings.addEventListener('submit', (event) => event.preventDefault());
bench.addEventListener('input', update);

get('reset').addEventListener('click', () => {
  resetForm(settings);
  texts.restored();
  compare(false);
  update();
});
get('panel').addEventListener('click', () => openPanel(get('previews').querySelector('iframe'), ''));
get('share').addEventListener('click', async () => {
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  get('shared').textContent = copied ? 'Link copied.' : 'Copy the link from the address bar.';
  setTimeout(() => (get('shared').textContent = ''), 4000);
});
// On a phone, the preview stays visible below the settings.
get('more-settings').addEventListener('click', ({ currentTarget }) => {
  const button = currentTarget as HTMLButtonElement;
  const isOpen = settings.classList.toggle('open');
  button.ariaExpanded = String(isOpen);
  button.textContent = isOpen ? 'Fewer settings' : 'More settings';
});

/** Previews have the page's scheme, until the reader chooses one. */
function followScheme(): void {
  const boxes = [...bench.querySelectorAll<HTMLInputElement>('[name=scheme]')];
  const follows = boxes.every(({ checked, defaultChecked }) => checked === defaultChecked);
  for (const box of boxes) {
    const { checked } = box;
    box.defaultChecked = box.value === currentScheme();
    box.checked = follows ? box.defaultChecked : checked;
  }
}
onSchemeChange(() => {
  followScheme();
  update();
});

const link = new URLSearchParams(location.search);
followScheme();
compare(link.has('compare'));
restoreForm(settings, link);
tokens.restored();
texts.restored();
update();
