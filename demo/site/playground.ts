import { states } from '../browser/preview.js';
import { faults } from '../visitors/faults.js';
import { asMarkup, tabs } from './code.js';
import { elements } from './elements.js';
import type { Page, Site } from './layout.js';
import { seeAs } from './see-as.js';
import { originOf, snippets } from './snippets.js';

const choice = (
  name: string,
  legend: string,
  options: readonly (readonly [value: string, label: string])[],
  kind = 'radio',
  checked: readonly string[] = [options[0]?.[0] ?? ''],
) =>
  `<fieldset class="segments"><legend>${legend}</legend><div>${options
    .map(
      ([value, label]) =>
        `<label><input type="${kind}" name="${name}" value="${value}"${checked.includes(value) ? ' checked' : ''} /><span>${asMarkup(label)}</span></label>`,
    )
    .join('')}</div></fieldset>`;

const text = (name: string, label: string, value = '', more = '') =>
  `<label class="field">${label}<input type="text" name="${name}" value="${asMarkup(value)}" autocomplete="off" spellcheck="false" ${more}/></label>`;

const check = (name: string, label: string, checked = false) =>
  `<label class="check"><input type="checkbox" name="${name}" value="yes"${checked ? ' checked' : ''} /> ${label}</label>`;

const select = (name: string, label: string, options: readonly (readonly [value: string, label: string])[]) =>
  `<label class="field">${label}<select name="${name}">${options.map(([value, words]) => `<option value="${value}">${asMarkup(words)}</option>`).join('')}</select></label>`;

/** Which settings belong to which elements. */
const only = (tags: string, content: string) =>
  `<div class="settings" data-for="${tags}"${tags.includes('visitor-info') ? '' : ' hidden'}>${content}</div>`;

const cards = 'visitor-info visitor-asn visitor-user-agent';
const conditions = [
  'country',
  'continent',
  'region',
  'eu',
  'currency',
  'language',
  'asn',
  'network',
  'device',
  'os',
  'browser',
];
const languages = [
  'en English',
  'de Deutsch',
  'fr Français',
  'es Español',
  'pt Português',
  'ja 日本語',
  'zh 中文',
  'ar العربية',
].map((entry) => entry.split(' ', 2) as [string, string]);
/** A few tokens have a field; all of them are on the elements' pages. */
const tokens = [
  ['--visitor-accent', '#2850dc'],
  ['--visitor-background', '#fff8ec'],
  ['--visitor-border', '#d9a441'],
  ['--visitor-color', '#1b1b3a'],
  ['--visitor-radius', '14px'],
  ['--visitor-padding', '1em'],
  ['--visitor-gap', '0.75em'],
] as const;

/** Every setting at once, with what it makes. */
export function playground({ server }: Site): Page {
  const tags = elements().map(({ tagName }) => [tagName, tagName.replace('visitor-', '')] as const);
  return {
    path: 'playground.html',
    title: 'Playground',
    description: 'Every element with every setting, live, and the code that makes it.',
    script: 'playground',
    body: `
      <h1 class="hidden">Playground</h1>
      <noscript><div class="page"><p>The playground needs JavaScript. <a href="{{root}}elements/index.html">The elements’ pages</a> say all that it shows.</p></div></noscript>
      <div class="bench" data-needs-js data-origin="${asMarkup(JSON.stringify(originOf(server)))}">
        <form id="settings" aria-label="Settings">
          ${choice('element', 'Element', tags)}
          ${only(
            cards,
            `${choice('layout', 'Layout', [
              ['card', 'card'],
              ['compact', 'compact'],
              ['inline', 'inline'],
            ])}
          <div class="field"><span id="rows-name">Rows</span><div class="rows"><ul id="rows" aria-labelledby="rows-name" data-empty="the element’s own"></ul><select id="add-row" aria-label="Add a row"><option value="">+ row</option></select></div><input type="hidden" name="fields" /></div>
          <label class="field">Rows by other names<textarea name="labels" rows="2" placeholder="ip = You are at" spellcheck="false"></textarea></label>`,
          )}
          ${only('visitor-info', check('map', 'a map in the header', true))}
          ${only(
            'visitor-value',
            `${text('field', 'Field', 'location.city', 'list="known-fields"')}<datalist id="known-fields"></datalist>
          ${select('from', 'From', [
            ['ip', 'ip'],
            ['asn', 'asn'],
            ['user-agent', 'user-agent'],
          ])}
          ${select('as', 'As', [['', 'what the field calls for'], ...['text', 'region', 'language', 'currency', 'number', 'time', 'flag'].map((as) => [as, as] as const)])}`,
          )}
          ${only(
            'visitor-switch',
            `${select(
              'condition',
              'When',
              conditions.map((name) => [name, name] as const),
            )}${text('tokens', 'is', 'DE FR')}${text('result', 'then', 'Livraison gratuite, kostenloser Versand')}${check('announce', 'announce changes')}`,
          )}
          ${only('visitor-country-select', `${text('name', 'Name', 'country')}${check('required', 'required')}${check('disabled', 'disabled')}`)}
          ${only('visitor-map', text('label', 'Label; without one it is decorative'))}
          ${only(`${cards} visitor-value visitor-switch visitor-country-select`, text('content', 'Its own content'))}
          ${select('lang', 'Language', languages)}
          <details class="settings"><summary>Tokens</summary>${tokens.map(([name, example]) => text(name, `<code>${name}</code>`, '', `placeholder="${example}" data-token`)).join('')}</details>
          <div class="settings">
            ${choice('connection', 'Answers come from', [
              ['key', 'key in the page'],
              ['relay', 'relay'],
              ['source', 'source'],
            ])}
            ${select('auth', 'The key travels', [
              ['query', 'in the query: no preflight'],
              ['header', 'in a header: one preflight'],
            ])}
            ${text('address', 'Address, for your snippet', '', 'placeholder="https://lookup.example" inputmode="url"')}
            ${text('key', 'Key, for your snippet', '', 'placeholder="YOUR_KEY"')}
            <p class="aside">Address and key go into the code below and nowhere else: the preview asks this site alone, and the page’s own address never holds the key.</p>
          </div>
        </form>
        <div class="result">
          ${seeAs(['office', 'home', 'phone', 'vpn', 'tor', 'gb', 'de', 'fr', 'jp', 'br', 'in', 'unknown', 'blocked']).replaceAll('<input ', '<input form="settings" ')}
          <form id="view" aria-label="Previews">
            ${choice(
              'width',
              'Width',
              [
                ['180', '180'],
                ['360', '360'],
                ['full', 'full'],
              ],
              'checkbox',
              ['360'],
            )}
            ${choice(
              'scheme',
              'Scheme',
              [
                ['light', 'light'],
                ['dark', 'dark'],
              ],
              'checkbox',
              ['light', 'dark'],
            )}
            ${choice(
              'dir',
              'Direction',
              [
                ['ltr', 'ltr'],
                ['rtl', 'rtl'],
              ],
              'checkbox',
              ['ltr'],
            )}
          </form>
          <div id="previews" class="previews" tabindex="0" role="group" aria-label="Previews"></div>
          ${tabs(
            'code',
            (['HTML', 'ESM', 'React', 'Server'] as const).map(
              (name) =>
                [
                  name,
                  `<div class="code"><pre tabindex="0" role="group" aria-label="${name}"><code id="code-${name.toLowerCase()}"></code></pre><button type="button" class="copy">Copy</button></div>`,
                ] as const,
            ),
          )}
          <p class="aside" id="placeholders">${snippets(server).note}</p>
          <section class="drawer" aria-label="Behind the preview">
          ${tabs('drawer', [
            [
              'States',
              `<form class="drawer-row" aria-label="States">${pills(
                'state',
                Object.entries(states).map(([state, says]) => [state, state, says]),
              )}</form><p class="aside" id="says-state" role="status"></p>`,
            ],
            [
              'Faults',
              `<form class="drawer-row" aria-label="Faults">${pills('fault', [['', 'none', 'Lookups come through.'], ...Object.entries(faults).map(([id, { label, says }]) => [id, label, says] as const)])}</form><p class="aside" id="says-fault" role="status"></p>`,
            ],
            ['Events', '<output class="log" id="events">nothing yet</output>'],
            ['Cost', costPanel],
            [
              'JSON',
              `<div class="code"><pre tabindex="0" role="group" aria-label="JSON"><code id="json">{}</code></pre><button type="button" class="copy">Copy</button></div>`,
            ],
          ])}
          </section>
        </div>
      </div>`,
  };
}

const pills = (name: string, options: readonly (readonly [value: string, label: string, says: string])[]) =>
  `<fieldset class="see-as"><legend class="hidden">${name}</legend>${options
    .map(
      ([value, label, says], index) =>
        `<label class="chip"><input type="radio" name="${name}" value="${value}" data-says="${asMarkup(says)}"${index === 0 ? ' checked' : ''} /><span>${label}</span></label>`,
    )
    .join('')}</fieldset>`;

const costPanel = `<form class="drawer-row" aria-label="Cost">${choice('copies', 'Elements in the preview', [
  ['1', '1'],
  ['4', '4'],
  ['50', '50'],
])}</form>
  <table class="cost"><thead><tr><th scope="col"><span class="hidden">What</span></th><th scope="col">requests</th><th scope="col">preflights</th><th scope="col">credits</th></tr></thead>
  <tbody><tr><th scope="row">this preview</th><td id="cost-requests">0</td><td id="cost-preflights">0</td><td id="cost-credits">0</td></tr>
  <tr><th scope="row">one request a widget</th><td id="widget-requests">0</td><td id="widget-preflights">0</td><td id="widget-credits">0</td></tr></tbody></table>
  <p class="aside">Counted in the first preview. A widget that asks by itself costs this: so the service’s official client was measured, with a preflight before each request. <a href="{{root}}trust.html">The measurement →</a></p>`;
