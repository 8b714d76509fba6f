import type { LookupErrorCode, Settings } from '../../../src/index.js';
import {
  type AnyElement,
  expect,
  failed,
  markup,
  parts,
  put,
  reaches,
  ready,
  settled,
  shown,
  until,
  visit,
} from './support.js';

/** Each error code that an element can show, with the service prefix and settings that cause the error. */
const failures: Record<Exclude<LookupErrorCode, 'aborted'>, [prefix: string, settings?: Settings]> = {
  misconfigured: ['', { apiKey: '' }],
  unauthorized: ['fault/status-403/'],
  'out-of-credits': ['fault/status-402/'],
  'rate-limited': ['fault/retry-after-30/'],
  'bad-request': ['fault/status-404/'],
  service: ['fault/status-500/'],
  'invalid-response': ['fault/html/'],
  network: ['fault/drop/'],
  timeout: ['fault/slow-5000/', { timeout: 50 }],
  // Nothing of a crawler's card, which search engines show, names the visitor's consent.
  skipped: ['', { consent: 'required' }],
};

function becomeCrawler(code: string) {
  if (code !== 'skipped') return;
  const userAgent = `${navigator.userAgent} Testbot/1.0`;
  Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'userAgent');
});

const own = 'our <em>own</em> words';
const withContent = [
  `<visitor-info>${own}</visitor-info>`,
  `<visitor-asn>${own}</visitor-asn>`,
  `<visitor-user-agent>${own}</visitor-user-agent>`,
  `<visitor-value field="ip">${own}</visitor-value>`,
  `<visitor-value field="location.country.code" as="flag">${own}</visitor-value>`,
];

for (const [code, [prefix, settings]] of Object.entries(failures))
  describe(`after the failure ${code}`, () => {
    it('an element shows its own content', async () => {
      becomeCrawler(code);
      visit(prefix, settings);
      for (const html of withContent) {
        const element = await failed(html);
        expect(element.error?.code, html).to.equal(code);
        expect(shown(element), html).to.equal('our own words');
        expect((element as HTMLElement).innerText.trim(), 'in one line').to.equal('our own words');
        expect(element.querySelector('em')?.getBoundingClientRect().width, html).to.be.greaterThan(0);
      }
    });

    it('a card without content shows one sentence and a button to try again', async () => {
      becomeCrawler(code);
      visit(prefix, settings);
      const card = await failed('<visitor-info fields="ip location.city"></visitor-info>');
      expect(card.error?.code).to.equal(code);
      expect(shown(card)).to.equal(code === 'skipped' ? '' : 'Couldn’t load your details Try again');
    });
  });

describe('own content', () => {
  it('is shown while pending', async () => {
    visit('fault/slow-2000/');
    for (const html of withContent)
      expect(shown(await reaches(put(html), 'pending')), html).to.equal('our own words');
  });

  it('is shown before consent', async () => {
    visit('', { consent: 'required' });
    for (const html of withContent)
      expect(shown(await reaches(put(html), 'idle')), html).to.equal('our own words');
  });

  it('is replaced by data', async () => {
    visit();
    for (const html of withContent) expect(shown(await ready(html)), html).not.to.include('our own words');
  });

  it('is shown by a value whose field is missing from the data', async () => {
    visit();
    for (const field of ['location.city', 'no.such.field', 'constructor', '__proto__.polluted', ''])
      expect(shown(await ready(`<visitor-value field="${field}">a place</visitor-value>`)), field).to.equal(
        'a place',
      );
  });

  it('is shown by a value whose field is blank in the data', async () => {
    // Characters without ink: spaces, a zero-width space, a soft hyphen, a variation selector, a Hangul filler.
    const blank = {
      ip: ' ',
      hostname: '\u00a0\n',
      location: { city: '\t', postal: '\u200b' },
      company: { name: '\u00ad\u2060', domain: '\ufe0f\u3164' },
    };
    visit('', { initialData: blank });
    for (const field of [
      'ip',
      'hostname',
      'location.city',
      'location.postal',
      'company.name',
      'company.domain',
    ])
      expect(
        shown(await ready(`<visitor-value field="${field}">our own words</visitor-value>`)),
        field,
      ).to.equal('our own words');
  });

  it('counts if it was made in the document of a frame', async () => {
    visit('fault/drop/');
    const { contentDocument } = put<HTMLIFrameElement>('<iframe></iframe>');
    const card = put('<visitor-info></visitor-info>');
    contentDocument?.body.append(card);
    const words = contentDocument?.createElement('b') ?? '';
    card.append(words);
    Object.assign(words, { textContent: 'our own words' });
    await reaches(card, 'error');
    expect(shown(card)).to.equal('our own words');
  });

  it('counts if it is an element of the page’s own, whatever its name begins or ends with', async () => {
    visit('fault/drop/');
    for (const name of ['link-list', 'site-link', 'x-template'])
      expect(shown(await failed(`<visitor-info><${name}>our own words</${name}></visitor-info>`))).to.equal(
        'our own words',
      );
  });

  it('doesn’t count if it is white space and comments', async () => {
    visit('fault/drop/');
    const card = await failed('<visitor-info fields="ip">\n  <!-- the visitor -->\n</visitor-info>');
    expect(shown(card)).to.equal('Couldn’t load your details Try again');
  });

  it('counts when a framework fills an empty text node, and no longer when it empties it', async () => {
    visit('fault/drop/');
    const card = await failed('<visitor-info> </visitor-info>');
    const select = await failed('<visitor-country-select> </visitor-country-select>');
    const label = () => select.renderRoot.querySelector('label')?.innerText.trim();
    const write = async (text: string) => {
      for (const element of [card, select]) (element.firstChild as Text).data = text;
      await settled();
      return [shown(card), label()];
    };
    const message = 'Couldn’t load your details Try again';
    expect(await write('our own words')).to.deep.equal(['our own words', '']);
    expect(await write(' ')).to.deep.equal([message, 'Country']);
  });

  // A shadow root from the server stays a template if the script runs before the parser comes to it.
  for (const invisible of [
    '<template shadowrootmode="open"><slot></slot></template>',
    '<style></style>',
    '<script></script>',
    '<noscript></noscript>',
    '<link />',
    '<meta />',
  ])
    it(`doesn’t count if it is never visible, such as ${invisible}`, async () => {
      visit('fault/drop/');
      const card = await failed(`<visitor-info>${invisible}</visitor-info>`);
      expect(shown(card)).to.equal('Couldn’t load your details Try again');
      const select = await failed(`<visitor-country-select>${invisible}</visitor-country-select>`);
      expect(select.renderRoot.querySelector('label')?.textContent).to.equal('Country');
    });
});

const emptyCards = [
  ...Object.values(markup).filter((html) => !html.includes('visitor-value')),
  '<visitor-info fields="ip location.country.name time_zone.id"></visitor-info>',
];

/** Puts a card above a line of text, in a column of a given width. */
function putAboveLine(html: string, width: number) {
  const column = put<HTMLElement>(`<div style="inline-size: ${width}px">${html}<p>below</p></div>`);
  const [card, line] = column.children as unknown as [AnyElement, Element];
  return { card, position: () => line.getBoundingClientRect().top };
}

for (const width of [320, 480, 900])
  describe(`a card without content, ${width} pixels wide`, () => {
    for (const html of emptyCards) {
      it(`moves nothing when its data comes: ${html}`, async () => {
        visit('fault/slow-150/from/sample-office/');
        const { card, position } = putAboveLine(html, width);
        await reaches(card, 'pending');
        const before = position();
        expect(card.getBoundingClientRect().height).to.be.greaterThan(50);
        await reaches(card, 'ready');
        expect(position()).to.equal(before);
      });

      it(`moves nothing when its lookup fails: ${html}`, async () => {
        visit('fault/slow-5000/', { timeout: 100 });
        const { card, position } = putAboveLine(html, width);
        await reaches(card, 'pending');
        const before = position();
        expect(card.getBoundingClientRect().height).to.be.greaterThan(50);
        await reaches(card, 'error');
        expect(position()).to.equal(before);
        expect(parts(card, 'error')).to.have.length(1);
      });
    }
  });

describe('the browser’s own count of layout shifts', () => {
  it('stays 0 when a pending card fills', async function () {
    // Only Chromium reports layout shifts.
    if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return this.skip();
    let shifts = 0;
    const observer = new PerformanceObserver((list) => {
      shifts += list.getEntries().length;
    });
    observer.observe({ type: 'layout-shift' });
    visit('fault/slow-300/from/sample-office/');
    const { card } = putAboveLine(markup['visitor-info'], 480);
    await reaches(card, 'ready');
    await painted();
    expect(shifts).to.equal(0);
    card.insertAdjacentHTML('beforebegin', '<p style="block-size: 9em">in between</p>');
    await until(() => shifts > 0, 'the count of what does move');
    observer.disconnect();
  });
});

/** Resolves after a few frames, when the browser has reported their layout shifts. */
async function painted() {
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve));
}
