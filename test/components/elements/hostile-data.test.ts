import fc from 'fast-check';
import type * as Library from '../../../src/index.js';
import { data, expectCleanPrototypes, json, key, paths, parameters as usual } from '../support/json.js';
import { type AnyElement, expect, place, put, shown, tags, until, visit } from './support.js';

type Page = Window & typeof globalThis & { library: typeof Library; violations: string[]; errors: unknown[] };

/** About fifty elements show each case, so a tenth of the cases is enough. */
const parameters = { ...usual, numRuns: usual.numRuns / 10 };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cards = ['visitor-info', 'visitor-asn', 'visitor-user-agent'];
const kinds = ['', 'text', 'region', 'language', 'currency', 'number', 'time', 'flag'];
/** Elements that the strict page lacks: with attributes for each field and each format. */
const more: [tag: string, attributes: Record<string, string>][] = [
  ...cards.map((tag): (typeof more)[0] => [tag, { fields: paths.join(' ') }]),
  ...paths.map((field): (typeof more)[0] => ['visitor-value', { field }]),
  ...kinds.map((as): (typeof more)[0] => ['visitor-value', { field: 'location.country.name', as }]),
  ['visitor-value', { field: 'country_code', from: 'asn', as: 'flag' }],
  ['visitor-value', { field: 'name', from: 'user-agent' }],
];

/** Data may reach no URL or style, except the URL of a flag. */
const flag = /^http:\/\/[^/]+\/flags\/[A-Z]{2}\.svg$/;
/** What a switch may show: its default content, or its case. */
const switched = ['anywhere', 'outside'];

describe('with arbitrary JSON from the service, on a page with a strict policy that requires trusted types', function () {
  this.timeout(400_000);
  let page: Page;
  let elements: AnyElement[];

  beforeEach(async () => {
    visit();
    const address = `/test/pages/strict.html?base-url=${place().baseUrl}`;
    page = put<HTMLIFrameElement>(`<iframe src="${address}"></iframe>`).contentWindow as Page;
    await until(() => page.library, 'the page');
    page.errors = [];
    page.addEventListener('error', ({ message }) => page.errors.push(message));
    page.addEventListener('unhandledrejection', ({ reason }) => page.errors.push(String(reason)));
    for (const [tag, attributes] of more) {
      const element = page.document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      page.document.body.append(element);
    }
    elements = [...page.document.querySelectorAll<AnyElement>('body > *')];
    for (const element of elements) await until(() => element.matches(':state(ready)'), 'data');
  });

  /** Sets the service's responses, then overrides the country. */
  async function next(answers: object[], choice: unknown): Promise<void> {
    const { origin, override, clearOverride } = page.library;
    page.fetch = (address) => {
      const path = new URL(String(address), page.location.href).pathname;
      const answer = answers[path.endsWith('/AS') ? 1 : path.endsWith('/user_agent') ? 2 : 0];
      return Promise.resolve(new page.Response(JSON.stringify(answer)));
    };
    clearOverride();
    if (isObject(choice)) override(choice);
    const refresh = { refresh: true };
    await Promise.all([origin.ip(refresh), origin.asn(refresh), origin.userAgent(refresh)]);
    for (const element of elements) await element.updateComplete;
  }

  it('elements show only text and flags: no other markup, no other URL, no error', async () => {
    const answer = fc.oneof(
      data.filter((value) => isObject(value)),
      fc.dictionary(key, json),
    ) as fc.Arbitrary<object>;
    const answers = fc.array(answer, { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(answers, fc.option(data), async (known, choice) => {
        await next(known, choice);
        expect(page.errors.join('; ')).to.equal('');
        expect(page.violations.join('; ')).to.equal('');
        expectCleanPrototypes(page);
        for (const element of elements) {
          expect(element.matches(':state(ready)'), element.outerHTML).to.equal(true);
          for (const { localName, attributes } of element.shadowRoot?.querySelectorAll('*') ?? []) {
            expect(tags).to.include(localName);
            for (const { name, value } of attributes)
              if (/src|href|style|^on/.test(name)) expect(value).to.match(flag);
          }
          if (element.localName === 'visitor-switch')
            expect(switched).to.include((element as HTMLElement).innerText.trim());
          else expect(element.children.length).to.equal(0);
        }
      }),
      parameters,
    );
  });
});

describe('with arbitrary attributes', function () {
  this.timeout(400_000);

  const names = ['fields', 'labels', 'field', 'from', 'as', 'lang', 'loading', 'name', 'ua'];
  const settings = ['base-url', 'api-key', 'auth', 'params'];
  const value = fc.oneof(
    fc.string(),
    json.map((any) => JSON.stringify(any)),
    fc.constantFrom(
      ...paths,
      ...kinds,
      '{"ip": "You"}',
      'asn',
      'header',
      'lazy',
      'http://[',
      'key=1',
      '\ud800',
    ),
  );
  const attributes = fc.dictionary(fc.constantFrom(...names, ...settings), value);

  for (const consent of ['required', 'not-required'] as const)
    it(`an element breaks nothing on the page, ${consent === 'required' ? 'before' : 'after'} it has data`, async () => {
      visit('', { consent });
      const all = ['visitor-value', 'visitor-country-select', ...cards];
      const main = put<HTMLElement>(
        `<main>${all.map((tag) => `<${tag}>own words</${tag}>`).join('')}</main>`,
      );
      await fc.assert(
        fc.asyncProperty(attributes, async (given) => {
          for (const element of main.children as HTMLCollectionOf<AnyElement>) {
            for (const name of element.getAttributeNames()) element.removeAttribute(name);
            for (const [name, text] of Object.entries(given))
              if (consent === 'required' || names.includes(name)) element.setAttribute(name, text);
            await element.updateComplete;
            expect(element.textContent).to.equal('own words');
            if (consent === 'required' && element.localName !== 'visitor-country-select')
              expect(shown(element)).to.equal('own words');
            else expect(shown(element)).not.to.equal('');
          }
          expectCleanPrototypes();
        }),
        parameters,
      );
    });
});
