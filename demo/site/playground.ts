import { labelLanguages } from '../../build/labels.js';
import { extensions } from '../../src/lookup/extensions.js';
import { lookupNames } from '../../src/lookup/request.js';
import { valueFormats } from '../../src/model/format.js';
import { fieldValue, toText } from '../../src/model/json.js';
import '../../src/services.js';
import { lookupOf, type SettingsByElement } from '../browser/configuration.js';
import { conditionNames } from '../browser/fitting-text.js';
import { frameworks } from '../browser/frameworks.js';
import { previewStates } from '../browser/preview.js';
import { themes } from '../browser/themes.js';
import { siteFaults } from '../visitors/faults.js';
import { firstVisitor, simulatedVisitors, userAgents } from '../visitors/visitors.js';
import { asMarkup, codeFrame, tabs } from './code.js';
import { describedElements } from './elements.js';
import { elementExamples } from './examples.js';
import {
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
import { codeUrls, keyWarning } from './snippets.js';

/** A control that is there only while its setting has an effect. At first, it is there for a card of IP data. */
const setting = (name: string, content: string) =>
  `<div class="settings" data-setting="${name}"${isFirst(name) ? '' : ' hidden'}>${content}</div>`;
const isFirst = (name: string) => settingsByElement()['visitor-info card']?.includes(name);

const layouts = ['card', 'compact'];
/**
 * What a layout of cards, or an element alone, ignores. The manifest lists the settings of elements, but not that rows
 * need a layout with rows, a map's padding a card around it, and a language words of ours.
 */
const ignored: Readonly<Record<string, readonly string[]>> = {
  // “Try again”, whose border this is, is shown after a failure alone.
  card: ['--visitor-control-border'],
  compact: ['fields', 'labels', '--visitor-row-padding', '--visitor-control-border'],
  // Its rule is in the open list.
  'visitor-country-select': ['--visitor-border'],
  'visitor-switch': ['lang'],
  'visitor-map': ['lang', '--visitor-padding', '--visitor-gap'],
};

/** The settings that have an effect, by element and by layout of a card. `look` is any custom property. */
export function settingsByElement(): SettingsByElement {
  const all = describedElements().flatMap((element) => {
    const { tagName, attributes = [], slots = [], cssProperties = [] } = element;
    const has = (slot: string) => slots.some(({ name }) => name === slot);
    const isIp = lookupOf({ element: tagName, from: 'ip' }) === 'ip';
    const names = [
      'lang',
      ...attributes.map(({ name }) => name),
      ...cssProperties.map(({ name }) => name),
      ...(has('') ? ['content'] : []),
      ...(has('header') && isIp ? ['map'] : []),
      ...(tagName === 'visitor-switch' ? ['condition'] : []),
      ...(cssProperties.length > 0 ? ['look'] : []),
    ];
    const without = (name: string) => names.filter((setting) => !ignored[name]?.includes(setting));
    return names.includes('layout')
      ? layouts.map((layout) => [`${tagName} ${layout}`, without(layout)] as const)
      : [[tagName, without(tagName)] as const];
  });
  return Object.fromEntries(all);
}

/** The languages of cards, each by its own name. */
const languages = ['en', ...labelLanguages].map(
  (code) => [code, new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code] as const,
);
const same = (names: readonly string[]) => names.map((name) => [name, name] as const);

/** Tokens with a field. The elements' pages list all tokens. */
const colours = [
  ['--visitor-accent', '#2850dc'],
  ['--visitor-background', '#fff8ec'],
  ['--visitor-border', '#d9a441'],
  ['--visitor-control-border', '#8a4b08'],
  ['--visitor-color', '#1b1b3a'],
  ['--visitor-label-color', '#5b6070'],
] as const;
const lengths = [
  ['--visitor-radius', '14px'],
  ['--visitor-padding', '1em'],
  ['--visitor-gap', '0.75em'],
] as const;

const userAgentOptions = [
  ['', 'the visitor’s own'],
  ...Object.entries(userAgents).map(([name, value]) => [value, name] as const),
] as const;
const headingLevels = [
  ['', 'plain text'],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`${level}`, `heading ${level}`] as const),
] as const;

const elementField = () =>
  choiceField(
    'element',
    'Element',
    Object.keys(elementExamples).map((tagName) => [tagName, tagName.replace('visitor-', '')] as const),
  );

const rowsField = `<div class="field"><label for="rows">Rows, such as <code>ip</code> or <code>ip = You are at</code></label>
            <textarea id="rows" name="rows" rows="4" spellcheck="false"></textarea>
            <div class="swatch adder"><select id="more-rows" aria-label="A row to add"></select><button type="button" class="button" id="add-row">Add</button></div></div>`;

const conditionFields = `${selectField('condition', 'Condition', same(conditionNames))}
          <div class="field"><label for="conditionValues">Matches</label><input type="text" id="conditionValues" name="conditionValues" value="DE FR" list="known-values" autocomplete="off" spellcheck="false" aria-describedby="conditionValues-hint" /><p class="hint" id="conditionValues-hint" role="status"></p></div><datalist id="known-values"></datalist>
          ${textField('result', 'Content', 'Livraison gratuite, kostenloser Versand')}`;

/** The element's settings, in the order in which a reader needs them. */
const content = () => `${setting('layout', choiceField('layout', 'Layout', same(layouts)))}
          ${setting('fields', rowsField)}
          ${setting('heading-level', selectField('heading-level', 'Heading level', headingLevels))}
          ${setting('ua', selectField('ua', 'User-Agent', userAgentOptions))}
          ${setting('map', checkField('map', 'Show a map in the header', true))}
          ${setting('from', selectField('from', 'Lookup', same(lookupNames)))}
          ${setting('field', `<div class="field"><label for="field">Field</label><input type="text" id="field" name="field" value="location.city" list="known-fields" autocomplete="off" spellcheck="false" aria-describedby="field-hint" /><p class="hint" id="field-hint" role="status"></p></div><datalist id="known-fields"></datalist>`)}
          ${setting('as', selectField('as', 'Format', [['', 'what the field calls for'], ...same(valueFormats)]))}
          ${setting('condition', conditionFields)}
          ${setting('announce', checkField('announce', 'Announce changes'))}
          ${setting('content', textField('content', '<span data-setting="visitor-country-select" hidden>Label</span><span data-setting="fallback">Fallback content</span>'))}
          ${setting('countries', textField('countries', 'Countries', '', 'placeholder="CH @eea !IS"'))}
          ${setting(
            'preselect',
            selectField('preselect', 'At first', [
              ['', 'the visitor’s country'],
              ['none', 'none'],
            ]),
          )}
          ${setting('preferred', textField('preferred', 'On top', '', 'placeholder="DE AT CH"'))}
          ${setting('value', textField('value', 'Value', '', 'placeholder="CA"'))}
          ${setting('name', textField('name', 'Name', 'country'))}
          ${setting('required', checkField('required', 'Required'))}
          ${setting('disabled', checkField('disabled', 'Disabled'))}
          ${setting('label', textField('label', 'Label; without one it is decorative'))}
          ${setting('lang', selectField('lang', 'Language', languages))}`;

const look =
  () => `${selectField('theme', 'Theme', [['', 'none: the page’s own look'], ...same(Object.keys(themes))])}
          <details class="settings" id="custom-properties"><summary>Custom properties</summary>
          ${colours.map(([name, example]) => setting(name, colourField(name, example))).join('')}
          ${lengths.map(([name, example]) => setting(name, textField(name, `<code>${name}</code>`, '', `placeholder="${example}" data-token`))).join('')}</details>`;

/** The names of the ready services. */
const readyServices = extensions('service').map((service) => toText(fieldValue(service, 'name')));

/** A part of the form that is there for these connections. */
const connected = (names: string, content: string) =>
  `<div class="settings" data-connection="${names}"${/\bkey\b/.test(names) ? '' : ' hidden'}>${content}</div>`;

/** The settings that are needed least. */
const service = `${choiceField('connection', 'Data comes from', [
  ['key', 'service'],
  ['relay', 'relay'],
  ['source', 'platform'],
  ['ready', 'ready service'],
  ['guess', 'time zone'],
])}
          ${connected('ready', selectField('ready', 'Name', same(readyServices)))}
          ${connected('key relay source', textField('serviceUrl', 'URL', '', 'placeholder="https://lookup.example" inputmode="url"'))}
          ${connected('key', textField('key', 'Key', '', 'placeholder="YOUR_KEY"'))}
          ${connected(
            'key',
            selectField('auth', 'Send key in', [
              ['query', 'the query: no preflight'],
              ['header', 'a header: one preflight'],
            ]),
          )}
          ${connected('key relay source ready', textField('params', 'Parameters', '', 'placeholder="fields=ip,location"'))}
          <p class="aside">They change the code. URL and key go nowhere else: not into the preview or the link.</p>`;

const toolbar = `<div class="toolbar">
            ${pickerField('See it as', simulatedVisitors[firstVisitor].name, seeAs(['office', 'home', 'phone', 'vpn', 'tor', 'gb', 'de', 'fr', 'jp', 'br', 'in', 'unknown', 'blocked']))}
            ${pickerField(
              'State',
              'ready',
              pillField(
                'state',
                'Show the state',
                Object.entries(previewStates).map(([state, description]) => [state, state, description]),
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
            ${checkField('compare', 'Compare')}
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
  description: 'Every element with its settings, live, and the code that makes it.',
  script: 'playground',
  style: 'playground',
  body: () => `
      <h1 class="hidden">Playground</h1>
      <noscript><div class="page"><p>The playground needs JavaScript. <a href="{{root}}elements/index.html">The elements’ pages</a> have all that it shows.</p></div></noscript>
      <div class="bench" data-needs-js data-urls="${asMarkup(JSON.stringify(codeUrls(server)))}" data-settings="${asMarkup(JSON.stringify(settingsByElement()))}">
        <form id="settings" class="rail" aria-labelledby="settings-title"><div class="controls">
          <h2 id="settings-title">Settings</h2>
          ${elementField()}
          <button type="button" class="button" id="more-settings" aria-expanded="false" aria-controls="all-settings">More settings</button>
          <div id="all-settings">
            ${content()}
            <section data-setting="look" aria-labelledby="look-title"><h3 id="look-title">Look</h3>
            ${look()}</section>
            <details class="settings" id="service"><summary>Service</summary>${service}</details>
          </div>
        </div></form>
        <section class="look" aria-labelledby="preview-title">
          <div class="bar"><h2 id="preview-title">Preview</h2><p class="aside" id="shared" role="status"></p><button type="button" class="button" id="panel">Open the panel</button><button type="button" class="button" id="share">Share</button><button type="button" class="button" id="reset">Reset</button></div>
          <div id="previews" class="previews"></div>
          ${toolbar.replaceAll(/<input (?=[^>]*name=)/g, '<input form="settings" ')}
        </section>
        <div class="made">
          <section aria-labelledby="code-title">
            <div class="bar"><h2 id="code-title">Code</h2>${choiceField(
              'framework',
              '<span class="hidden">Framework</span>',
              Object.entries(frameworks).map(([name, { label }]) => [name, label] as const),
            ).replaceAll('<input ', '<input form="settings" ')}</div>
            ${code}
            <p class="aside" id="placeholders"></p>
            <div data-connection="key">${keyWarning}</div>
            <div id="on-server" hidden><h3>On your server</h3>${codeFrame('<code id="code-server"></code>', { label: 'On your server', title: 'JavaScript' })}</div>
          </section>
          <section aria-labelledby="behind-title">
            <h2 id="behind-title">Behind the preview</h2>
            ${tabs('behind', [
              ['Events', '<output class="log" id="events">nothing yet</output>'],
              [
                'JSON',
                codeFrame('<code id="json">{}</code>', { label: 'JSON', title: 'JSON', scrolls: true }),
              ],
            ])}
          </section>
        </div>
      </div>`,
});
