import { clearOverride, origin, override, VisitorValue } from '../../../src/index.js';
import { expect, put, reaches, ready, settled, until, visit } from './support.js';

/** The text node that shows the value. */
function textIn(root: Node): Text {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let last: Node | null = null;
  while (texts.nextNode()) if (texts.currentNode.nodeValue?.trim()) last = texts.currentNode;
  return last as Text;
}

/** The distance of each character from the left edge of its paragraph. */
function places(text: Text, paragraph: Element): number[] {
  const from = paragraph.getBoundingClientRect().left;
  return Array.from(text.data, (_, i) => {
    const character = document.createRange();
    character.setStart(text, i);
    character.setEnd(text, i + 1);
    return Math.round(character.getBoundingClientRect().left - from);
  });
}

const value = '<visitor-value field="location.city"></visitor-value>';
const address = '2001:db8:85a3::8a2e:370:7334';

/** A paragraph with Arabic on both sides of the given markup, so that its direction is certain. */
const line = (middle: string, dir = 'rtl') => `<p dir="${dir}">قبل ${middle} بعد</p>`;

async function shownIn(paragraph: Element, tag = 'visitor-value'): Promise<number[]> {
  const element = await reaches(paragraph.querySelector(tag) as VisitorValue, 'ready');
  return places(textIn(element.shadowRoot as ShadowRoot), paragraph);
}

function isolated(text: string, dir?: string): number[] {
  const paragraph = put(line('<bdi></bdi>', dir));
  const bdi = paragraph.querySelector('bdi') as HTMLElement;
  bdi.textContent = text;
  return places(bdi.firstChild as Text, paragraph);
}

describe('a value in a line of the other direction', () => {
  beforeEach(() => void visit());
  afterEach(clearOverride);

  for (const city of [
    address,
    '81.2.69.142',
    'AS64500 (Example, Inc.)',
    '-94.57814',
    'Chrome 120.0!',
    'القاهرة 12',
    'שלום, world',
    '12:05 AM',
  ])
    for (const dir of ['rtl', 'ltr'])
      it(`has each character at the same place as with <bdi>, ${dir}: ${city}`, async () => {
        override({ location: { city } });
        expect(await shownIn(put(line(value, dir)))).to.deep.equal(isolated(city, dir));
      });

  it('does not reorder the text around it', async () => {
    override({ location: { city: 'القاهرة' } });
    const paragraph = put(`<p dir="ltr">In ${value} 1, 2</p>`);
    await shownIn(paragraph);
    const [, around] = [...paragraph.childNodes].filter((node) => node instanceof Text);
    const at = places(around as Text, paragraph);
    expect(at).to.deep.equal(at.toSorted((a, b) => a - b));
  });
});

describe('a value with characters that change the text’s direction', () => {
  beforeEach(() => void visit());
  afterEach(clearOverride);

  /** The positions of the text after a value, measured from the value's end. */
  async function after(markup: string, city: string, dir: string): Promise<number[]> {
    override({ location: { city } });
    const paragraph = put(`<p dir="${dir}">In ${markup}: 1 of 2 - 3 (abc) שלום</p>`);
    await shownIn(paragraph);
    const at = places(paragraph.lastChild as Text, paragraph);
    return at.map((place) => place - (at[0] ?? 0));
  }

  for (const hostile of [
    '\u2069\u2069\u202e',
    '\u202e',
    '\u200f',
    '\u2067',
    '\u202d\u202e',
    '\u061c',
    '\u200e',
  ])
    for (const dir of ['ltr', 'rtl'])
      it(`does not reorder the text around it: ${JSON.stringify(hostile).replace(/[^ -~]/g, (c) => `U+${c.charCodeAt(0).toString(16)} `)}, ${dir}`, async () => {
        const plain = await after(value, 'Bonn', dir);
        for (const city of [`${hostile}Bonn`, `Bonn${hostile}`])
          expect(await after(value, city, dir)).to.deep.equal(plain);
      });

  it('never shows these characters', async () => {
    const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    const hostile = 'x\u2069\u2069\u202ey';
    const country = { name: hostile, code: hostile };
    override({
      ip: hostile,
      location: { city: hostile, country, region: { name: hostile }, language: { name: hostile } },
      connection: { organization: hostile, type: hostile },
      time_zone: { id: hostile, name: hostile },
    });
    const cards = ['card', 'compact'].map((layout) => `<visitor-info layout="${layout}"></visitor-info>`);
    const fields =
      'ip location.city location.region.name location.country.name connection.type time_zone.name';
    const box = put<HTMLElement>(
      `<div>${cards.join('')}<visitor-info fields="${fields}"></visitor-info>${value}
        <visitor-value field="location.country.name" as="flag"></visitor-value>
        <visitor-country-select></visitor-country-select><visitor-map></visitor-map></div>`,
    );
    await origin.ip();
    for (const element of box.children) {
      await reaches(element, 'ready');
      const { innerHTML = '' } = element.shadowRoot ?? {};
      expect(innerHTML).not.to.match(turning);
      // A country of an unknown code has no flag, so the flag's own content stays.
      if (element.matches('visitor-info, visitor-value:not([as])')) expect(innerHTML).to.contain('xy');
    }
  });
});

describe('a value is isolated', () => {
  beforeEach(() => {
    visit();
    override({ location: { city: address } });
  });
  afterEach(clearOverride);

  it('inside a shadow tree of the page', async () => {
    const root = put('<div></div>').attachShadow({ mode: 'closed' });
    root.innerHTML = line(value);
    expect(await shownIn(root.firstElementChild as Element)).to.deep.equal(isolated(address));
  });

  it('after it was moved into a shadow tree', async () => {
    const element = await ready(value);
    const root = put('<div></div>').attachShadow({ mode: 'open' });
    root.innerHTML = line('<span></span>');
    root.querySelector('span')?.append(element);
    await element.updateComplete;
    expect(await shownIn(root.firstElementChild as Element)).to.deep.equal(isolated(address));
  });

  it('after the page replaces its style sheets', async () => {
    await shownIn(put(line(value)));
    const own = new CSSStyleSheet();
    document.adoptedStyleSheets = [own];
    // The elements read the language of a tree once per task.
    await new Promise((resolve) => setTimeout(resolve));
    expect(await shownIn(put(line(value)))).to.deep.equal(isolated(address));
    expect(document.adoptedStyleSheets[0]).to.equal(own);
    document.adoptedStyleSheets = [];
  });

  it('after the page changes its direction', async () => {
    await origin.ip();
    const element = await ready(value);
    await settled();
    expect(getComputedStyle(element).unicodeBidi).not.to.equal('plaintext');
    document.documentElement.dir = 'rtl';
    try {
      await until(() => getComputedStyle(element).unicodeBidi === 'plaintext', 'the isolation');
    } finally {
      document.documentElement.removeAttribute('dir');
    }
  });

  it('in a frame', async () => {
    const frame = put<HTMLIFrameElement>('<iframe></iframe>');
    const { contentDocument } = frame;
    const element = await ready(value);
    if (contentDocument) contentDocument.dir = 'rtl';
    contentDocument?.body.append(element);
    await element.updateComplete;
    const { unicodeBidi } = (frame.contentWindow as Window).getComputedStyle(element);
    expect(unicodeBidi).to.equal('plaintext');
  });

  it('under another name', async () => {
    VisitorValue.define('renamed-value');
    const named = value.replaceAll('visitor-value', 'renamed-value');
    expect(await shownIn(put(line(named)), 'renamed-value')).to.deep.equal(isolated(address));
  });

  it('unless the page has its own rule', async () => {
    put('<style>visitor-value { unicode-bidi: isolate-override }</style>');
    const element = await ready(value);
    expect(getComputedStyle(element).unicodeBidi).to.equal('isolate-override');
  });

  it('with a style sheet only if directions may mix', async () => {
    const all = put(
      `<div>${value}<p dir="rtl">${value}</p><p>قبل ${value}</p><b>${value}${value.replace(' ', ' dir="rtl" ')}</b></div>`,
    );
    const sheets = async (element: Element) => {
      await reaches(element as VisitorValue, 'ready');
      return element.shadowRoot?.adoptedStyleSheets.length;
    };
    const [plain, rightToLeft, between, bold, own] = all.querySelectorAll('visitor-value');
    expect(await sheets(rightToLeft as Element)).to.equal(1);
    expect(await sheets(between as Element)).to.equal(1);
    expect(await sheets(bold as Element)).to.equal(0);
    expect(await sheets(own as Element)).to.equal(1);
    // The text of the whole parent decides.
    expect(await sheets(plain as Element)).to.equal(1);
  });
});
