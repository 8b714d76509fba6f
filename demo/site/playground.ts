import { frameworks } from '../browser/frameworks.js';
import { previewStates } from '../browser/preview.js';
import { themes } from '../browser/themes.js';
import { siteFaults } from '../visitors/faults.js';
import { firstVisitor, simulatedVisitors } from '../visitors/visitors.js';
import { asMarkup, codeFrame, tabs } from './code.js';
import { elementExamples } from './examples.js';
import { version } from './facts.js';
import {
  asideNote,
  checkField,
  choiceField,
  colourField,
  pickerField,
  pillField,
  selectField,
  textField,
} from './fields.js';
import type { Page, Site } from './layout.js';
import { seeAs } from './see-as.js';
import { keyWarning, originOf, snippets } from './snippets.js';

/** Settings of some elements only. */
const only = (tags: string, content: string) =>
  `<div class="settings" data-for="${tags}"${tags.includes('visitor-info') ? '' : ' hidden'}>${content}</div>`;

const cards = 'visitor-info visitor-asn visitor-user-agent';
const conditions = 'country continent region eu currency language asn network device os browser'.split(' ');
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
const same = (names: readonly string[]) => names.map((name) => [name, name] as const);

/** Tokens with a field. The elements' pages list all tokens. */
const colours = [
  ['--visitor-accent', '#2850dc'],
  ['--visitor-background', '#fff8ec'],
  ['--visitor-border', '#d9a441'],
  ['--visitor-color', '#1b1b3a'],
  ['--visitor-label-color', '#5b6070'],
] as const;
const lengths = [
  ['--visitor-radius', '14px'],
  ['--visitor-padding', '1em'],
  ['--visitor-gap', '0.75em'],
] as const;

/** The element and its content. */
const content = () => `${choiceField(
  'element',
  'Element',
  Object.keys(elementExamples).map((tagName) => [tagName, tagName.replace('visitor-', '')] as const),
)}
          ${only(
            cards,
            `${choiceField('layout', 'Layout', same(['card', 'compact', 'inline']))}
          <div class="field"><span id="rows-name">Rows</span><div class="rows"><ul id="rows" aria-labelledby="rows-name" data-empty="Default rows"></ul><select id="more-rows" aria-label="A row to add"><option value="">A row …</option></select><button type="button" class="button" id="add-row">Add</button></div><input type="text" name="fields" hidden /></div>
          <label class="field">Rename rows<textarea name="labels" rows="2" placeholder="ip = You are at" spellcheck="false"></textarea></label>`,
          )}
          ${only('visitor-info', checkField('map', 'Show a map in the header', true))}
          ${only(
            'visitor-value',
            `${textField('field', 'Field', 'location.city', 'list="known-fields"')}<datalist id="known-fields"></datalist>
          ${selectField('from', 'Lookup', same(['ip', 'asn', 'user-agent']))}
          ${selectField('as', 'Format', [['', 'what the field calls for'], ...same(['text', 'region', 'language', 'currency', 'number', 'time', 'flag'])])}`,
          )}
          ${only(
            'visitor-switch',
            `${selectField('condition', 'Condition', same(conditions))}${textField('tokens', 'Matches', 'DE FR')}${textField('result', 'Content', 'Livraison gratuite, kostenloser Versand')}${checkField('announce', 'Announce changes')}`,
          )}
          ${only('visitor-country-select', `${textField('name', 'Name', 'country')}${checkField('required', 'Required')}${checkField('disabled', 'Disabled')}`)}
          ${only('visitor-map', textField('label', 'Label; without one it is decorative'))}
          ${only(`${cards} visitor-value visitor-switch visitor-country-select`, textField('content', 'Fallback content'))}
          ${selectField('lang', 'Language', languages)}`;

const look = `${selectField('theme', 'Theme', [['', 'none: the page’s own look'], ...same(Object.keys(themes))])}
          <details class="settings" id="tokens"><summary>Tokens</summary>
          ${colours.map(([name, example]) => colourField(name, example)).join('')}
          ${lengths.map(([name, example]) => textField(name, `<code>${name}</code>`, '', `placeholder="${example}" data-token`)).join('')}</details>`;

const service = `${choiceField('connection', 'Answers come from', [
  ['key', 'key in the page'],
  ['relay', 'relay'],
  ['source', 'source'],
])}
          <div class="settings" data-connection="key">${selectField('auth', 'Send key in', [
            ['query', 'the query: no preflight'],
            ['header', 'a header: one preflight'],
          ])}</div>
          ${textField('address', 'Service URL', '', 'placeholder="https://lookup.example" inputmode="url"')}
          <div class="settings" data-connection="key">${textField('key', 'Key', '', 'placeholder="YOUR_KEY"')}</div>
          <p class="aside">URL and key go into the code and nowhere else: not into the preview, the link or StackBlitz.</p>`;

const toolbar = `<div class="toolbar">
            ${pickerField('See it as', simulatedVisitors[firstVisitor].name, seeAs(['office', 'home', 'phone', 'vpn', 'tor', 'gb', 'de', 'fr', 'jp', 'br', 'in', 'unknown', 'blocked']))}
            ${pickerField(
              'State',
              'ready',
              pillField(
                'state',
                'Show the state',
                Object.entries(previewStates).map(([state, says]) => [state, state, says]),
              ),
            )}
            ${pickerField(
              'Fault',
              'none',
              pillField('fault', 'Let the lookup fail', [
                ['', 'none', 'Lookups come through.'],
                ...Object.entries(siteFaults).map(
                  ([id, { label, description }]) => [id, label, description] as const,
                ),
              ]),
            )}
          </div>
          <div class="toolbar">
            ${choiceField('width', 'Width', same(['180', '360', 'full']), '360')}
            ${choiceField('scheme', 'Scheme', same(['light', 'dark']))}
            ${choiceField('dir', 'Direction', same(['ltr', 'rtl']))}
            <label class="toggle"><input type="checkbox" role="switch" name="compare" value="yes" /><span>Compare</span></label>
          </div>`;

/** The code for each framework. Only the selected one is shown. */
const code = Object.entries(frameworks)
  .map(([name, { label }]) =>
    codeFrame(`<code id="code-${name}"></code>`, { label, title: label, framework: name }),
  )
  .join('');

/** All settings on one page, with the result. */
export const playground = ({ server }: Site): Page => ({
  path: 'playground.html',
  title: 'Playground',
  description: 'Every element with every setting, live, and the code that makes it.',
  script: 'playground',
  otherOrigins: { formTargets: ['https://stackblitz.com'] },
  body: `
      <h1 class="hidden">Playground</h1>
      <noscript><div class="page"><p>The playground needs JavaScript. <a href="{{root}}elements/index.html">The elements’ pages</a> say all that it shows.</p></div></noscript>
      <div class="bench" data-needs-js data-origin="${asMarkup(JSON.stringify(originOf(server)))}" data-version="${version}">
        <section class="look" aria-labelledby="preview-title">
          <div class="bar"><h2 id="preview-title">Preview</h2><p class="share-status" id="shared" role="status"></p><button type="button" class="button" id="share">Share</button><button type="button" class="button" id="reset">Reset</button></div>
          <div id="previews" class="previews" tabindex="0" role="group" aria-label="Previews"></div>
          ${toolbar.replaceAll(/<input (?=[^>]*name=)/g, '<input form="settings" ')}
        </section>
        <form id="settings" class="rail" popover aria-labelledby="settings-title">
          <div class="bar"><h2 id="settings-title">Settings</h2><button type="button" class="button drawer-button" popovertarget="settings" popovertargetaction="hide">Close</button></div>
          ${content()}
          <h3>Look</h3>
          ${look}
          <h3>Service</h3>
          ${service}
        </form>
        <div class="made">
          <section aria-labelledby="code-title">
            <div class="bar"><h2 id="code-title">Code</h2>${choiceField(
              'framework',
              '<span class="hidden">Framework</span>',
              Object.entries(frameworks).map(([name, { label }]) => [name, label] as const),
            )}<form id="stackblitz" method="post" action="https://stackblitz.com/run" target="_blank"><button class="button">Open in StackBlitz</button></form></div>
            ${code}
            <p class="aside" id="placeholders">${snippets(server).note}</p>
            <div data-connection="key">${keyWarning}</div>
            <div id="on-server" hidden><h3>On your server</h3>${codeFrame('<code id="code-server"></code>', { label: 'On your server', title: 'JavaScript' })}</div>
          </section>
          <section aria-labelledby="behind-title">
            <h2 id="behind-title">Behind the preview</h2>
            ${tabs('behind', [
              ['Events', '<output class="log" id="events">nothing yet</output>'],
              ['Cost', costPanel],
              ['JSON', codeFrame('<code id="json">{}</code>', { label: 'JSON', title: 'JSON' })],
            ])}
          </section>
        </div>
        <button type="button" class="button drawer-button open-drawer" popovertarget="settings">Settings</button>
      </div>`,
});

const costPanel = `${choiceField('copies', 'Elements in the preview', same(['1', '4', '50'])).replaceAll('<input ', '<input form="settings" ')}
  <table class="cost"><thead><tr><th scope="col"><span class="hidden">What</span></th><th scope="col">requests</th><th scope="col">preflights</th><th scope="col">credits</th></tr></thead>
  <tbody><tr><th scope="row">this preview</th><td id="cost-requests">0</td><td id="cost-preflights">0</td><td id="cost-credits">0</td></tr>
  <tr><th scope="row">one request a widget</th><td id="widget-requests">0</td><td id="widget-preflights">0</td><td id="widget-credits">0</td></tr></tbody></table>
  ${asideNote('Counted in the first preview. A widget that asks by itself costs this: so the service’s official client was measured, with a preflight before each request. <a href="{{root}}trust.html">The measurement →</a>')}`;
