import type { VisitorInfo, VisitorValue } from '../../../src/index.js';
import { type AnyElement, expect, place, put, ready, shown, tags, until, visit } from './support.js';

const fields = [
  'ip',
  'type',
  'hostname',
  'company.domain',
  'connection.asn',
  'connection.organization',
  'currency.name',
  'location.country.name',
  'location.country.flag.emoji',
  'location.country.languages',
  'location.region.name',
  'location.latitude',
  'location.language.name',
  'time_zone.id',
  'time_zone.current_time',
  'user_agent.name',
  'prefixes.ipv4',
  '__proto__.hostile',
  'constructor.prototype.hostile',
];
const kinds = ['text', 'region', 'language', 'currency', 'number', 'time', 'flag'];
const everything = [
  ...['visitor-info', 'visitor-asn', 'visitor-user-agent'].flatMap((tag) => [
    `<${tag}></${tag}>`,
    `<${tag} fields="${fields.join(' ')}"></${tag}>`,
  ]),
  ...fields.map((field) => `<visitor-value field="${field}">own words</visitor-value>`),
  ...kinds.flatMap((as) =>
    ['ip', 'location.country.name', 'location.language.name'].map(
      (field) => `<visitor-value field="${field}" as="${as}">own words</visitor-value>`,
    ),
  ),
];

/** Elements and attributes in an element's shadow root. */
const made = (element: Element) => [...(element.shadowRoot?.querySelectorAll('*') ?? [])];

describe('a hostile response', () => {
  beforeEach(() => visit('fault/hostile/'));

  it('becomes only text: no element, no URL, no script', async () => {
    const { title } = document;
    const page = put<HTMLElement>(`<main>${everything.join('')}</main>`);
    for (const element of page.children) {
      await until(() => element.matches(':state(ready)'), `data in ${element.outerHTML}`);
      const nodes = made(element);
      expect(nodes.filter(({ localName }) => !tags.includes(localName))).to.deep.equal([]);
      const addresses = nodes
        .flatMap((node) => [...node.attributes])
        .filter(({ name }) => /src|href|^on/.test(name));
      expect(addresses.map(({ value }) => value)).to.deep.equal([]);
    }
    expect(page.textContent).not.to.equal('');
    expect(document.title).to.equal(title);
  });

  it('stretches no element, though its strings are a megabyte long', async () => {
    const page = put<HTMLElement>('<main style="inline-size: 300px"><visitor-info></visitor-info></main>');
    const card = page.firstElementChild as VisitorInfo;
    await until(() => card.matches(':state(pending)'), 'the request');
    const { height } = card.getBoundingClientRect();
    await until(() => card.matches(':state(ready)'), 'data');
    expect(page.scrollWidth).to.equal(300);
    // A dozen long values may take several lines each, but not a megabyte.
    expect(card.getBoundingClientRect().height).to.be.within(height, 3000);
  });

  it('is shown character by character', async () => {
    const value = await ready<VisitorValue>('<visitor-value field="location.city">own words</visitor-value>');
    expect(shown(value)).to.include('<script>');
    expect(value.shadowRoot?.querySelector('script')).to.equal(null);
  });
});

describe('a page with a strict Content-Security-Policy that requires trusted types', () => {
  /** Opens the page, and waits until each of its elements has data or an error. */
  async function open(prefix: string) {
    const address = `/test/pages/strict.html?base-url=${place(prefix).baseUrl}`;
    const { contentWindow } = put<HTMLIFrameElement>(`<iframe src="${address}" width="500"></iframe>`);
    const page = contentWindow as Window & typeof globalThis & { violations?: string[] };
    const elements = () => [...page.document.querySelectorAll<AnyElement>('body > *')];
    await until(() => page.violations && elements().length === 9, 'the page');
    for (const element of elements())
      await until(() => element.matches(':state(ready), :state(error)'), `an answer in ${element.outerHTML}`);
    return { page, elements: elements() };
  }

  it('is really enforced', async () => {
    const { page } = await open('');
    const { document } = page;
    document.body.setAttribute('style', 'color: red');
    await until(() => page.violations?.some((violation) => violation.startsWith('style-src')), 'a violation');
    if (!('trustedTypes' in page)) return;
    expect(() => {
      document.createElement('p').innerHTML = '<b>markup</b>';
    }).to.throw();
  });

  for (const prefix of ['', 'fault/drop/', 'fault/hostile/'])
    it(`is not violated by any element, with ${prefix || 'data'}`, async () => {
      const { page, elements } = await open(prefix);
      const flags = elements.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('img') ?? [])]);
      for (const flag of flags) await until(() => flag.complete, 'the flag');
      expect(page.violations).to.deep.equal([]);
      const text = elements.map(shown).join(' ');
      if (prefix === '') expect(text).to.include('81.2.69.142').and.to.include('AS20712');
      if (prefix === 'fault/drop/') expect(text).to.include('somebody').and.to.include('an address');
      const row = elements[1]?.shadowRoot?.querySelector('[part="row"]') as Element;
      expect(page.getComputedStyle(row).display).to.equal('grid');
    });
});
