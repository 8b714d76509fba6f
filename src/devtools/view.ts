/** What the panel shows: five tabs, as descriptions of elements. */
import { conditions } from '../model/conditions.js';
import { countries } from '../model/country-lists.js';
import type { LookupName } from '../model/types.js';
import { wordsOf } from './condition-values.js';
import {
  forgetStored,
  type LookupReport,
  lookupsOfPage,
  reasonForNothing,
  type SwitchReport,
  storedByPage,
  switchesOfPage,
  unknownCountryOf,
  valuesOf,
} from './page.js';
import { type Content, el, h } from './render.js';
import { faults, type Simulator } from './simulator.js';

/** The content of each tab, in the tabs' order. */
export const tabContent = {
  Known: knownTab,
  Requests: requestsTab,
  Stored: storedTab,
  'See as': simulationTab,
  Switches: switchesTab,
} satisfies Record<string, (simulator: Simulator) => Content>;

export type Tab = keyof typeof tabContent;
export const tabs = Object.keys(tabContent) as Tab[];

const lookupTitles: Readonly<Record<LookupName, string>> = {
  ip: 'IP address',
  asn: 'Network',
  'user-agent': 'Browser',
};

/** What the names of some conditions mean. */
const longNames: Readonly<Record<string, string>> = {
  asn: 'Autonomous system number',
  gpc: 'Global Privacy Control',
};

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A time span in its largest useful unit, such as `3 min`. */
function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 2) return `${seconds} s`;
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

const note = (...text: Content[]) => h('p.quiet', text);

/** A table, whose second column has long texts. */
function tableOf(head: readonly string[], rows: readonly Content[][]): Content {
  const rowOf = (tag: string, cells: readonly Content[]) =>
    h(
      'tr',
      cells.map((cell) => h(tag, cell)),
    );
  return h(
    'table',
    h('thead', rowOf('th', head)),
    h(
      'tbody.figure',
      rows.map((row) => rowOf('td', row)),
    ),
  );
}

function knownTab(): Content {
  const lookups = lookupsOfPage();
  const hasIp = lookups.some(({ lookup }) => lookup === 'ip');
  return [
    !hasIp && h('section', h('p', reasonForNothing()), valueList(valuesOf(undefined))),
    lookups.map((report) =>
      lookupSection(report, lookups.filter(({ lookup }) => lookup === report.lookup).length > 1),
    ),
  ];
}

function lookupSection(
  { lookup, snapshot, sources, freshUntil, name }: LookupReport,
  isOneOfSeveral: boolean,
): Content {
  const { data, error, pending, stale, updatedAt } = snapshot;
  const freshness = stale
    ? 'stale'
    : freshUntil
      ? `fresh for ${spanOf(freshUntil - Date.now())}`
      : 'for this page';
  const age = data && updatedAt && `${spanOf(Date.now() - updatedAt)} old, ${freshness}`;
  return h(
    'section',
    h(
      'div.row',
      h(
        'div.row',
        h('h3', lookupTitles[lookup]),
        sources.map((source) => h('span.chip', `from ${source}`)),
      ),
      h('span.quiet figure', pending ? 'request under way' : age),
    ),
    isOneOfSeveral && note(name),
    error && h('p.bad', h('code', error.code), ` ${error.message}`),
    lookup === 'ip' && data && valueList(valuesOf(data)),
    unknownCountry(data),
    data &&
      h(
        'details',
        h('summary', 'All data'),
        el(
          'pre',
          { tabindex: 0, role: 'region', 'aria-label': 'All data' },
          JSON.stringify(data, undefined, 2),
        ),
      ),
  );
}

/** What is meant by codes that services use by mistake. */
const meantCountries: Readonly<Record<string, string>> = {
  UK: 'The United Kingdom is GB. ',
  EL: 'Greece is GR. ',
};

function unknownCountry(data: object | undefined): Content {
  const code = unknownCountryOf(data);
  return (
    code &&
    h(
      'p.warn',
      `“${code}” is no country of today, so nothing shows it and no condition matches it. ` +
        (meantCountries[code.toUpperCase()] ?? '') +
        'Correct it with the setting “adapt”.',
    )
  );
}

const valueList = (values: readonly (readonly [name: string, value: string])[]) =>
  values.length > 0 &&
  h(
    'dl',
    values.map(([name, value]) => [el('dt', { title: longNames[name] }, name), h('dd.figure', value)]),
  );

function requestsTab(simulator: Simulator): Content {
  const sent = simulator.requestLog.requests();
  const withCredits = sent.filter(({ consumed }) => consumed !== undefined);
  let used = 0;
  for (const { consumed = 0 } of withCredits) used += consumed;
  const left = withCredits.at(-1)?.remaining;
  const unknown = sent.length - withCredits.length;
  const credits = withCredits.length
    ? `${count(used, 'credit')} used${left === undefined ? '' : `, ${left} left`}${unknown ? `; ${unknown} of unknown cost` : ''}.`
    : 'Their cost in credits is unknown.';
  return h(
    'section',
    h(
      'p',
      h('strong', count(sent.length, 'request')),
      ` to the lookup service since this page began. ${sent.length ? credits : ''}`,
    ),
    sent.length > 0 &&
      tableOf(
        ['Time', 'Path', 'Status', 'ms', 'Credits'],
        sent.map(({ sentAt, path, status, milliseconds, consumed }) => [
          new Date(sentAt).toTimeString().slice(0, 8),
          path,
          milliseconds === undefined ? '…' : (status ?? '?') || 'none',
          milliseconds === undefined ? '…' : Math.round(milliseconds),
          consumed ?? '?',
        ]),
      ),
    note('Credits are known after the panel was loaded, if the service names them.'),
  );
}

function storedTab(): Content {
  const items = storedByPage();
  if (!items.length) return h('p', 'Nothing is stored.');
  return h(
    'section',
    tableOf(
      ['Place', 'Name', 'Bytes', 'Ends'],
      items.map(({ area, name, text, expiresAt }) => [
        area,
        name,
        new TextEncoder().encode(text).length,
        endOf(area, expiresAt),
      ]),
    ),
    h('div', el('button', { 'data-action': 'forget', onclick: forgetStored }, 'Forget what is stored')),
    note('This page keeps its data; the next sends a request. The override ends at once.'),
  );
}

/** When something stored ends. The visitor's override has no end of its own. */
const endOf = (area: string, expiresAt: number): string =>
  expiresAt < Number.MAX_SAFE_INTEGER
    ? `in ${spanOf(expiresAt - Date.now())}`
    : ({ session: 'with the tab', cookie: 'after a year' }[area] ?? 'never');

/** The conditions that show at once. The others are below “More”. */
const mainConditions = ['country', 'region', 'network', 'device', 'gpc'];

function simulationTab(simulator: Simulator): Content {
  const isMain = ({ name }: { name: string }) => mainConditions.includes(name);
  const onchange = ({ target }: Event) => {
    const { name, value } = target as HTMLInputElement;
    if (name === 'fault') simulator.fail(value);
    else simulator.simulate({ ...simulator.visitor, [name]: value.trim() });
  };
  const fieldsOf = (list: typeof conditions) =>
    el(
      'div',
      { class: 'fields', onchange },
      list.map((row) => field(row, simulator)),
    );
  return [
    h(
      'section',
      h('h3', 'The visitor'),
      fieldsOf(conditions.filter(isMain)),
      h('details', h('summary', 'More'), fieldsOf(conditions.filter((row) => !isMain(row)))),
    ),
    h(
      'section',
      h('h3', 'The lookup service'),
      el('div', { class: 'fields', onchange }, control('fault', simulator.fault, Object.entries(faults))),
      note('Stored data returns when the fault ends.'),
    ),
    simulator.isOn &&
      h(
        'div',
        el(
          'button',
          { 'data-action': 'reset', onclick: () => simulator.reset() },
          'Back to the real visitor',
        ),
      ),
  ];
}

/** The control of one condition: a list if its values are few, else a text. */
function field({ name, ifEmpty }: (typeof conditions)[number], simulator: Simulator): Content {
  const { allowed = '', allowedInSimulation = allowed } = wordsOf(name);
  const words = ifEmpty ? 'true, false' : allowedInSimulation;
  const options =
    name === 'country'
      ? countries('en').map(([code, country]) => [code, `${country} (${code})`] as const)
      : /^\w+(, \w+)+$/.test(words) && words.split(', ').map((word) => [word, word] as const);
  return control(name, simulator.visitor[name] ?? '', options, simulator.mistakes.get(name));
}

/** @param expected The allowed values in words, if the value is wrong. */
function control(
  name: string,
  value: string,
  options: false | readonly (readonly [value: string, label: string])[],
  expected?: string,
): Content {
  const id = `${name}-allowed`;
  const props = {
    id: name,
    name,
    'aria-invalid': expected && 'true',
    'aria-describedby': expected && id,
  };
  const unset = 'as it is';
  return [
    el('label', { for: name, title: longNames[name] }, name),
    h(
      'div',
      options
        ? el(
            'select',
            props,
            [['', unset] as const, ...options].map(([option, label]) =>
              el('option', { value: option, selected: option.toLowerCase() === value.toLowerCase() }, label),
            ),
          )
        : el('input', { ...props, value, autocomplete: 'off', spellcheck: 'false', placeholder: unset }),
      expected && el('small', { class: 'bad', id }, `Use ${expected}.`),
    ),
  ];
}

function switchesTab(): Content {
  const switches = switchesOfPage();
  if (!switches.length) return h('p', 'This page has no ', h('code', '<visitor-switch>'), '.');
  return switches.map(({ element, cases, stuckField }, index) =>
    h(
      'section',
      h(
        'div.row',
        h('h3', `Switch ${element.id ? `#${element.id}` : index + 1}`),
        el(
          'button',
          { class: 'plain', onclick: () => element.scrollIntoView({ block: 'center' }) },
          'Scroll to it',
        ),
      ),
      cases.map(caseOf),
      caseBox(!cases.some(({ isShown }) => isShown), h('p', 'Default content')),
      stuckField !== undefined &&
        h(
          'p.warn',
          `The hidden field “${stuckField}” is required, so its form can’t be sent. Move the form’s controls into a <template>.`,
        ),
    ),
  );
}

/** A case that can never match has its problem in place of its conditions' values. */
const caseOf = ({ isShown, tried, problem }: SwitchReport['cases'][number]): Content =>
  caseBox(
    isShown,
    tried.map(({ written, isMet, value }) =>
      h(
        'p.row',
        h('code', written),
        !problem &&
          h(
            isMet ? 'span.good' : 'span.quiet',
            isMet ? '✓ matches' : `✗ ${value ? `is ${value}` : 'unknown'}`,
          ),
      ),
    ),
    problem && h('p.warn', problem),
  );

const caseBox = (isShown: boolean, ...content: Content[]) =>
  h(isShown ? 'div.case shown' : 'div.case', content, isShown && h('p.good', 'Shown now'));
