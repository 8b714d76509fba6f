/**
 * Whatever a page finds in storage, or is given as `initialData`, groups, labels or a message of another tab: nothing is
 * thrown, no element has other markup than its own, no text has the key, and fallback content stays until there is data.
 */
import fc from 'fast-check';
import { clearOverride, configure, grantConsent, revokeConsent, type Settings } from '../../../src/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import { forgetOverride } from '../../../src/lookup/shared-state.js';
import { pageGroups } from '../../../src/personal/page-groups.js';
import { data, expectCleanPrototypes, json, key, paths, parameters as usual } from '../support/json.js';
import { defaults, forgetHere } from '../support/page.js';
import { type AnyElement, expect, hearConsole, place, put, shown, tags, until } from './support.js';

/** A case renders a dozen elements anew, so a tenth of the cases is still many. */
const parameters = { ...usual, numRuns: Math.ceil(usual.numRuns / 10) };

const API_KEY = 'private-key-0123456789';
const now = Date.now();

/** JSON nested so deep that a recursion fails, and text that is markup or the key. */
const deep = fc
  .integer({ min: 101, max: 6000 })
  .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
const markup = fc.constantFrom(
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '\u202eGB',
  '\ud800',
);
const value = fc.oneof(json, data, markup);
const text = fc.oneof(
  value.map((any) => JSON.stringify(any) ?? ''),
  deep,
  markup,
  fc.string({ unit: 'binary' }),
);
const time = fc.oneof(fc.constantFrom(now - 1000, now + 1e6, 0, -1, 1e300, null, 'soon'), fc.double());
const record = fc
  .record({ fetchedAt: time, expiresAt: time, data: value, attributes: value }, { requiredKeys: [] })
  .map((any) => JSON.stringify(any));
/** Records that hold now, so that their data are shown. */
const validRecord = value.map((any) =>
  JSON.stringify({ fetchedAt: now - 1000, expiresAt: now + 1e6, data: any, attributes: any }),
);
const stored = fc.oneof(text, record, validRecord);
const list = fc.oneof(value, fc.constantFrom('GB DE', 'GB,DE', 'UK', '<b>', ''));
const groups = fc.oneof(
  text,
  value,
  fc.dictionary(fc.oneof(key, fc.constantFrom('home', 'eea', 'a b')), list),
);
const labels = fc.oneof(
  text,
  value,
  fc.dictionary(
    fc.oneof(key, fc.constantFrom('ip', 'location.city', 'copy', 'failed')),
    fc.oneof(value, markup),
  ),
);
const hostile = fc.record({
  override: fc.option(stored),
  result: fc.option(stored),
  pause: fc.option(stored),
  attributes: fc.option(stored),
  initialData: fc.option(fc.oneof(text, value)),
  groups: fc.option(groups),
  labels: fc.option(labels),
  message: fc.oneof(value, text),
  area: fc.constantFrom('session' as const, 'local' as const),
});

const cases = [
  ...paths.slice(0, 8).map((field) => `<visitor-value field="${field}">own words</visitor-value>`),
  '<visitor-value field="location.country.code" as="flag">own words</visitor-value>',
  '<visitor-info>own words</visitor-info>',
  `<visitor-info fields="${paths.join(' ')}">own words</visitor-info>`,
  '<visitor-switch><template data-country="@home GB"><b>case</b></template>own words</visitor-switch>',
  '<visitor-country-select countries="@home"></visitor-country-select>',
];

/** Addresses are flags' alone. */
const flag = /^(http:\/\/[^/]+)?\/flags\/[A-Z]{2}\.svg$/;

describe('whatever a page finds, is given and hears', function () {
  this.timeout(400_000);
  const said = hearConsole();
  const errors: string[] = [];
  const hear = (event: ErrorEvent | PromiseRejectionEvent) =>
    errors.push('message' in event ? event.message : String(event.reason));
  const { fetch } = globalThis;
  const channel = new BroadcastChannel('visitor-elements');
  before(() => {
    addEventListener('error', hear);
    addEventListener('unhandledrejection', hear);
  });
  after(() => {
    removeEventListener('error', hear);
    removeEventListener('unhandledrejection', hear);
    channel.close();
    globalThis.fetch = fetch;
    configure(defaults);
    clearOverride();
  });

  it('elements show text, flags or their own words: no error, no other markup, no key', async () => {
    const { baseUrl } = place();
    globalThis.fetch = async () => Response.json({ ip: '192.0.2.7', location: { country: { code: 'GB' } } });
    const name = `ip ${new URL(baseUrl, document.baseURI)}`;
    let withData = 0;
    const property = fc.asyncProperty(hostile, async (given) => {
      configure(defaults);
      forgetHere();
      said.length = 0;
      const area = given.area === 'session' ? sessionStorage : localStorage;
      const records = { override: given.override, [name]: given.result, [`${name}/rate-limit`]: given.pause };
      for (const [record, text] of Object.entries({ ...records, attributes: given.attributes }))
        if (text !== null) area.setItem(`visitor-elements/${record}`, text);
      forgetOverride(thisPage().state);
      grantConsent();
      const { initialData, groups } = given;
      configure({
        baseUrl,
        apiKey: API_KEY,
        storage: given.area,
        flagsUrl: '/flags/',
        ...(initialData === null ? {} : { initialData }),
        ...(groups === null ? {} : { groups }),
      } as unknown as Settings);
      channel.postMessage(given.message);
      const page = put<HTMLElement>(`<main>${cases.join('')}</main>`);
      const elements = [...page.children] as AnyElement[];
      for (const element of elements)
        if (given.labels !== null && element.localName === 'visitor-info')
          if (typeof given.labels === 'string') element.setAttribute('labels', given.labels);
          else Object.assign(element, { labels: given.labels });
      for (const element of elements) {
        // Without the group, the switch's case can't match, so it makes no lookup.
        const asks = element.localName !== 'visitor-switch' || pageGroups(thisPage()).codesOf('home');
        const end = asks ? ':state(ready), :state(error)' : ':state(idle)';
        await until(() => element.matches(end), `${end} of ${element.outerHTML}`);
        await element.updateComplete;
        const isReady = element.matches(':state(ready)');
        if (isReady) withData += 1;
        for (const { localName, attributes } of element.shadowRoot?.querySelectorAll('*') ?? []) {
          expect(tags).to.include(localName);
          for (const { name, value } of attributes)
            if (/src|href|^style|^on/.test(name)) expect(value).to.match(flag);
        }
        expect(element.textContent).to.match(/own words|^$/);
        if (element.localName === 'visitor-switch')
          expect(['own words', 'case']).to.include((element as HTMLElement).innerText.trim());
        else if (!isReady && element.localName !== 'visitor-country-select')
          expect(shown(element)).to.equal('own words');
        else expect(shown(element) || element.shadowRoot?.querySelector('img')).to.be.ok;
        expect(element.shadowRoot?.textContent).not.to.include(API_KEY);
      }
      expect(said.join()).not.to.include(API_KEY);
      page.remove();
      expect(errors.join('; ')).to.equal('');
      expectCleanPrototypes();
    });
    await fc.assert(property, parameters);
    expect(withData, 'elements with data').to.be.greaterThan(parameters.numRuns);
    revokeConsent();
    grantConsent();
  });
});
