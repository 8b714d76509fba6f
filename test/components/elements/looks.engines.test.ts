import type { Settings } from '../../../src/index.js';
import { configure, override } from '../../../src/index.js';
import { setClock } from '../support/clock.js';
import {
  expect,
  hearConsole,
  moveToParis,
  parts,
  put,
  reaches,
  ready,
  settled,
  until,
  visit,
} from './support.js';

/* The layout of cards in each state, measured by the boxes of their parts. */

const known = {
  ip: '192.0.2.44',
  connection: { asn: 64500, organization: 'Sample Broadband, Television and Telephone Cooperative' },
  location: {
    city: 'Berlin',
    region: { name: 'Berlin' },
    country: { code: 'DE' },
    latitude: 52.5,
    longitude: 13.4,
  },
  time_zone: { id: 'Europe/Berlin' },
  user_agent: {
    name: 'Firefox',
    version_major: '153',
    os: { name: 'Windows', version: '10' },
    device: { type: 'desktop' },
  },
};

const { fetch: realFetch } = globalThis;
const { resolvedOptions } = Intl.DateTimeFormat.prototype;

/** Opens a visit whose IP lookup returns this data. */
function visitOf(data: object, settings?: Settings): void {
  globalThis.fetch = async () => Response.json(data);
  visit('', settings);
}

/** Opens a visit whose lookup stays pending. */
function visitPending(): void {
  globalThis.fetch = () => new Promise(() => {});
  visit();
}

// 12:30 in Berlin: the hour has two digits, which makes its text the widest.
beforeEach(() => {
  setClock('2026-06-01T10:30:00Z');
});

afterEach(() => {
  globalThis.fetch = realFetch;
  Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
});

const part = (card: Element, name: string) => parts(card, name)[0] as HTMLElement;
const boxOf = (element: Element) => element.getBoundingClientRect();

/** The last of our elements in some markup, in a given state, in a column of a given width. */
async function inColumn(html: string, state: 'ready' | 'error' | 'pending', width = 320) {
  const column = put<HTMLElement>(`<div style="inline-size: ${width}px">${html}</div>`);
  const card = [...column.querySelectorAll('*')].find(({ localName }) => localName.includes('-')) as Element;
  await reaches(card, state);
  await settled();
  return { column, card };
}

/** Whether a line break splits a range. */
const isCut = (range: Range): boolean =>
  new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;

/** The words of a text that a line break splits. */
function brokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (isCut(range)) broken.push(word);
    }
  return broken;
}

/** The labels of a domain name that a line break splits. */
function brokenLabels(domain: Element): string[] {
  return [...domain.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    .filter((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return isCut(range);
    })
    .map((node) => node.nodeValue ?? '');
}

describe('a note', () => {
  it('is a paragraph below the title, with space around it', async () => {
    visitOf(known);
    const { card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    const title = boxOf(part(card, 'title'));
    expect(part(card, 'subtitle').localName).to.equal('p');
    override({ location: { country: { code: 'AT' } } });
    await until(() => part(card, 'note'), 'the note');
    const note = boxOf(part(card, 'note'));
    expect(part(card, 'note').localName).to.equal('p');
    expect(note.top - boxOf(part(card, 'title')).bottom).to.be.at.least(1.5);
    expect(boxOf(part(card, 'row')).top - note.bottom).to.be.at.least(10);
    expect(part(card, 'note').querySelector('svg'), 'an icon').to.not.equal(null);
    expect(Math.abs(boxOf(part(card, 'title')).top - title.top), 'the title stays').to.be.below(0.5);
    expect(part(card, 'header').textContent).to.match(/Austria\s+Chosen by you/);
  });
});

describe('a card with little data', () => {
  hearConsole();

  it('with a guess shows zone and local time as rows, and empty space at the end', async () => {
    visit('fault/slow-3000/');
    const { height } = boxOf((await inColumn('<visitor-info></visitor-info>', 'pending')).card);
    moveToParis();
    visit('fault/drop/', { guess: 'time-zone' });
    const { card } = await inColumn('<visitor-info></visitor-info>', 'error');
    await reaches(card, 'ready');
    expect(parts(card, 'label').map(({ textContent }) => textContent)).to.deep.equal([
      'Local time',
      'Time zone',
    ]);
    const boxes = [part(card, 'header'), ...parts(card, 'row')].map(boxOf);
    for (const [i, { top }] of boxes.entries())
      if (i) expect(top - (boxes[i - 1]?.bottom ?? 0)).to.be.within(-0.5, 0.5);
    expect(boxOf(card).height).to.be.closeTo(height, 0.1);
  });

  it('shows dashes in rows of the usual height if no row has a value, so that no space is empty', async () => {
    for (const [data, labels] of [
      [{ location: { country: { code: 'DE' } } }, ['Address', 'Network', 'Browser', 'Device']],
      [{ ip: '192.0.2.44' }, ['Network', 'Browser', 'Device', 'Language']],
    ] as const) {
      visitOf(data);
      const { card } = await inColumn('<visitor-info></visitor-info>', 'ready');
      expect(parts(card, 'label').map(({ textContent }) => textContent)).to.deep.equal(labels);
      expect(parts(card, 'value').map(({ textContent }) => textContent?.trim())).to.deep.equal(
        labels.map(() => '–'),
      );
      expect(parts(card, 'row').map((row) => boxOf(row).height)).to.deep.equal([40, 40, 40, 40]);
    }
  });
});

describe('a card whose lookup failed', () => {
  hearConsole();
  beforeEach(() => visit('fault/drop/'));

  it('has an icon, a sentence and a button in the middle, and isn’t a group named by the sentence', async () => {
    const { card } = await inColumn('<visitor-info></visitor-info>', 'error');
    expect(part(card, 'error').textContent).to.equal('Couldn’t load your details');
    const box = boxOf(part(card, 'card'));
    const icon = boxOf(card.shadowRoot?.querySelector('.message svg') as Element);
    const [sentence, button] = [boxOf(part(card, 'error')), boxOf(part(card, 'retry'))];
    for (const { left, right } of [icon, sentence, button])
      expect((left + right) / 2).to.be.closeTo((box.left + box.right) / 2, 1);
    expect(icon.bottom).to.be.below(sentence.top);
    expect(sentence.bottom).to.be.below(button.top);
    expect(card.shadowRoot?.querySelector('[role], [aria-labelledby]')).to.equal(null);
  });

  it('in two lines has them side by side, with a button like a link', async () => {
    const { card } = await inColumn('<visitor-info layout="compact"></visitor-info>', 'error');
    const box = boxOf(part(card, 'card'));
    const icon = boxOf(card.shadowRoot?.querySelector('.message .mark') as Element);
    const [sentence, button] = [boxOf(part(card, 'error')), boxOf(part(card, 'retry'))];
    expect(icon.left - box.left).to.be.closeTo(17, 1);
    expect(sentence.left - icon.right).to.be.within(8, 16);
    expect(box.right - button.right).to.be.closeTo(17, 2);
    expect(getComputedStyle(part(card, 'error')).textAlign).to.equal('start');
    expect(getComputedStyle(part(card, 'retry')).textDecorationLine).to.equal('underline');
  });

  it('in two narrow lines is a text of the pending card’s height, without clipping', async () => {
    const html = '<visitor-info layout="compact"></visitor-info>';
    for (const width of [180, 200, 240]) {
      visit('fault/slow-60000/');
      const { height } = boxOf((await inColumn(html, 'pending', width)).card);
      visit('fault/drop/');
      const { card } = await inColumn(html, 'error', width);
      expect(boxOf(card).height, `${width} px`).to.be.closeTo(height, 0.5);
      expect(brokenWords(part(card, 'error'))).to.deep.equal([]);
      const { top, bottom } = boxOf(part(card, 'card'));
      expect(boxOf(card.shadowRoot?.querySelector('.message svg') as Element).top - top).to.be.at.least(8);
      expect(bottom - boxOf(part(card, 'retry')).bottom).to.be.at.least(8);
    }
  });
});

describe('a card of two lines whose sentence is long', () => {
  hearConsole();
  // Without the others: a machine may lack fonts for them, and Firefox then shows wide boxes.
  const languages = 'de fr es it pt nl pl tr uk ar'.split(' ');
  const widths = [200, 240, 300, 320, 360, 400];

  for (const [name, state, settings] of [
    ['error', 'error', {}],
    ['waiting', 'idle', { consent: 'required' }],
  ] as const)
    it(`is as high as a pending one, whatever its language, and cuts nothing off: ${name}`, async () => {
      const html = '<visitor-info layout="compact" style="--visitor-inline-size: 30em"></visitor-info>';
      visitPending();
      const { height } = boxOf((await inColumn(html, 'pending')).card);
      globalThis.fetch = realFetch;
      visit('fault/drop/', settings);
      for (const language of languages) {
        const labels = await (await fetch(`/src/labels/${language}.json`)).json();
        const columns = widths.map((width) => `<div style="inline-size: ${width}px">${html}</div>`);
        const page = put(`<section lang="${language}">${columns.join('')}</section>`);
        const cards = [...page.querySelectorAll('visitor-info')];
        for (const card of cards) Object.assign(card, { labels });
        for (const [i, card] of cards.entries()) {
          await reaches(card, state);
          // Each language's cards send a request again, and wait for it.
          await until(() => parts(card, name).length, 'the sentence');
          const where = `${language}, ${widths[i]} px`;
          expect(boxOf(card).height, where).to.be.closeTo(height, 0.5);
          expect(part(card, name).textContent, where).to.equal(
            labels[name === 'error' ? 'failed' : 'consent'],
          );
          const { top, bottom, right } = boxOf(part(card, 'card'));
          for (const text of [name, 'retry'].flatMap((each) => parts(card, each)).map(boxOf)) {
            expect(text.top, where).to.be.at.least(top);
            expect(text.bottom, where).to.be.at.most(bottom);
            expect(text.right, where).to.be.at.most(right - 10);
          }
        }
        page.remove();
      }
    });
});

describe('a pill', () => {
  hearConsole();
  for (const height of ['normal', '1.5', '18px'])
    it(`doesn’t change the height of a line of ${height}`, async () => {
      const around = (html: string) =>
        `<p style="margin: 0; line-height: ${height}">You seem to be in ${html} today</p>`;
      const line = boxOf(put(around('Berlin'))).height;
      visitOf(known);
      const filled = await inColumn(around('<visitor-info layout="inline"></visitor-info>'), 'ready', 600);
      expect(boxOf(filled.column).height).to.be.closeTo(line, 0.5);
      globalThis.fetch = realFetch;
      visit('fault/drop/');
      const failed = await inColumn(around('<visitor-info layout="inline"></visitor-info>'), 'error', 600);
      expect(boxOf(failed.column).height).to.be.closeTo(line, 0.5);
      // Firefox rounds to whole pixels.
      expect(boxOf(part(failed.card, 'card')).height).to.be.at.most(line + 1);
    });

  it('keeps its flag beside the first letters of a name longer than a line', async () => {
    visitOf({
      ...known,
      location: { city: 'Taumatawhakatangihangakoauauotamateaturipukaka', country: { code: 'NZ' } },
    });
    for (const width of [180, 240]) {
      const { card } = await inColumn(
        '<p>In <visitor-info layout="inline"></visitor-info></p>',
        'ready',
        width,
      );
      const range = document.createRange();
      range.selectNodeContents(part(card, 'title'));
      const [line] = range.getClientRects();
      const flag = boxOf(part(card, 'flag'));
      expect((flag.top + flag.bottom) / 2, `${width} px`).to.be.within(line?.top ?? 0, line?.bottom ?? 0);
    }
  });

  it('follows the alignment of its text, also in a second line', async () => {
    visitOf(known);
    override({ location: { country: { code: 'AT' } } });
    for (const alignment of ['center', 'end', 'start']) {
      const html = `<p style="text-align: ${alignment}">In <visitor-info layout="inline"></visitor-info> now</p>`;
      const { card } = await inColumn(html, 'ready', 150);
      expect(getComputedStyle(part(card, 'card')).textAlign).to.equal(alignment);
    }
  });

  it('shows no map, with data or pending', async () => {
    const pill = '<visitor-info layout="inline"><visitor-map slot="header"></visitor-map></visitor-info>';
    visit('fault/slow-60000/');
    const waiting = await inColumn(pill, 'pending');
    const { height } = boxOf(part(waiting.card, 'card'));
    expect(height).to.be.below(32);
    visitOf(known);
    const { card } = await inColumn(pill, 'ready');
    expect(boxOf(part(card, 'card')).height).to.be.closeTo(height, 1);
  });
});

describe('a narrow card', () => {
  it('breaks long names between words, and no detail in the middle', async () => {
    visitOf({ ...known, name: known.connection.organization });
    for (const tag of ['visitor-info', 'visitor-asn']) {
      const { card } = await inColumn(`<${tag}></${tag}>`, 'ready', 180);
      expect([...parts(card, 'title'), ...parts(card, 'value')].flatMap(brokenWords), tag).to.deep.equal([]);
      for (const detail of card.shadowRoot?.querySelectorAll('.secondary') ?? [])
        expect(detail.getClientRects(), detail.textContent).to.have.length(1);
    }
    visitOf(known);
    const { card } = await inColumn('<visitor-info></visitor-info>', 'ready', 180);
    const detail = [...(card.shadowRoot?.querySelectorAll('.secondary') ?? [])].at(-1) as HTMLElement;
    expect(detail.textContent).to.equal('Windows 10');
    expect(boxOf(detail).height, 'one line').to.be.below(24);
  });

  it('keeps each detail of the subtitle on one line, with a separator between those of one line alone', async () => {
    visitOf({ ...known, location: { ...known.location, region: { name: 'North Holland' } } });
    for (const [width, isSeparated] of [
      [180, false],
      [320, true],
    ] as const) {
      const { card } = await inColumn('<visitor-info></visitor-info>', 'ready', width);
      const subtitle = part(card, 'subtitle');
      const [time, region] = subtitle.children;
      expect(region?.textContent).to.equal('\u00b7 North Holland');
      for (const detail of [time, region])
        expect(boxOf(detail as Element).height, 'one line').to.be.below(24);
      expect(getComputedStyle(subtitle).overflowX).to.equal('clip');
      const dot = region?.firstElementChild as Element;
      expect(boxOf(dot).right - 2 > boxOf(subtitle).left, `${width} px`).to.equal(isSeparated);
    }
  });

  it('breaks an IP address after its dots and colons only, in the title too', async () => {
    for (const ip of ['198.151.100.144', '2001:db8:4000:1f2a:8c3b:90ff:fe12:7d4e'])
      for (const [layout, others] of [
        ['card', known],
        ['compact', known],
        ['inline', known],
        ['card', {}],
      ] as const) {
        visitOf({ ...others, ip });
        const { card } = await inColumn(
          `<p><visitor-info layout="${layout}"></visitor-info></p>`,
          'ready',
          150,
        );
        const addresses = [...(card.shadowRoot?.querySelectorAll('.address') ?? [])];
        expect(addresses.map(({ textContent }) => textContent)).to.include(ip);
        expect(addresses.flatMap(brokenLabels), `${ip}, ${layout}`).to.deep.equal([]);
      }
  });

  it('breaks no word in Arabic, in any layout', async () => {
    visitOf({
      ...known,
      connection: { asn: 64500, organization: 'الشركة المصرية للاتصالات والمعلومات' },
      location: {
        city: 'الإسكندرية الجديدة',
        region: { name: 'محافظة الإسكندرية' },
        country: { code: 'AE' },
      },
    });
    for (const width of [180, 240, 320])
      for (const layout of ['card', 'compact', 'inline'])
        for (const attributes of ['dir="rtl" lang="ar"', 'lang="de"']) {
          const html = `<div ${attributes}><visitor-info layout="${layout}"></visitor-info></div>`;
          const { card } = await inColumn(html, 'ready', width);
          const texts = ['title', 'subtitle', 'label'].flatMap((name) => parts(card, name));
          expect(
            texts.filter((text) => !text.querySelector('.address')).flatMap(brokenWords),
            `${width} ${html}`,
          ).to.deep.equal([]);
        }
  });

  it('breaks a domain after its dots', async () => {
    visitOf({ asn: 64500, name: 'Sample Net', domain: 'privacy.sample.example' });
    const { card } = await inColumn('<visitor-asn></visitor-asn>', 'ready', 180);
    const [domain] = parts(card, 'value').filter(({ textContent }) => textContent?.includes('.'));
    expect(domain?.textContent?.trim()).to.equal('privacy.sample.example');
    expect([...(domain?.querySelectorAll('bdi') ?? [])].flatMap(brokenLabels)).to.deep.equal([]);
  });

  it('shows its flag beside the first line of a long title', async () => {
    visitOf({ location: { city: 'A place with quite a long name', country: { code: 'DE' } } });
    for (const width of [180, 320]) {
      const { card } = await inColumn('<visitor-info></visitor-info>', 'ready', width);
      const range = document.createRange();
      range.selectNodeContents(part(card, 'title'));
      const [line, ...others] = range.getClientRects();
      const flag = boxOf(part(card, 'flag'));
      expect(others.length).to.be.at.least(1);
      expect((flag.top + flag.bottom) / 2).to.be.within(line?.top ?? 0, line?.bottom ?? 0);
    }
  });
});

describe('a map alone', () => {
  for (const [place, style] of Object.entries({
    'a flex row': 'display: flex; justify-content: center',
    'a grid cell': 'display: grid; place-content: center',
    'an inline block': 'display: inline-block',
    'a float': 'float: left',
  }))
    it(`has its width where a place is as wide as its content: ${place}`, async () => {
      visitOf(known);
      const room = put<HTMLElement>(`<div style="${style}"><visitor-map></visitor-map></div>`);
      const map = await reaches(room.querySelector('visitor-map') as HTMLElement, 'ready');
      expect(boxOf(map).width).to.equal(320);
      expect(boxOf(part(map, 'map')).width).to.equal(320);
    });
});

describe('the map in a header', () => {
  const html = '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>';

  it('has the same size if the parser adds it after the data', async () => {
    visitOf({ location: { country: { code: 'DE' }, latitude: 52.5, longitude: 13.4 } });
    const { card } = await inColumn(html, 'ready');
    const { card: late } = await inColumn('<visitor-info></visitor-info>', 'ready');
    late.innerHTML = '<visitor-map slot="header"></visitor-map>';
    await until(() => Math.abs(boxOf(late).height - boxOf(card).height) < 0.1, 'the same height');
  });

  const mapIn = ({ column }: { column: HTMLElement }) => column.querySelector('visitor-map') as HTMLElement;

  it('has dots of the same size, whatever the header’s height', async () => {
    const sizes: number[] = [];
    const heights: number[] = [];
    for (const city of ['Berlin', 'A place with quite a long name, so that it takes four lines or more']) {
      visitOf({ ...known, location: { ...known.location, city } });
      const map = mapIn(await inColumn(html, 'ready'));
      await until(() => part(map, 'map'), 'the map');
      sizes.push((part(map, 'map') as unknown as SVGSVGElement).getScreenCTM()?.a ?? 0);
      heights.push(boxOf(part(map, 'map').parentElement as Element).height);
    }
    expect(heights[1]).to.be.above((heights[0] ?? 0) + 20);
    expect(sizes[0]).to.be.above(3);
    expect(sizes[1]).to.equal(sizes[0]);
  });

  it('breaks no word of the title in a column of any width', async () => {
    visitOf(known);
    for (const width of [180, 240, 256, 272, 288, 304, 320]) {
      const { column, card } = await inColumn(html, 'ready', width);
      column.style.fontFamily = 'sans-serif';
      expect(brokenWords(part(card, 'title')), `${width} px`).to.deep.equal([]);
    }
  });

  it('is hidden in a narrow card', async () => {
    visitOf(known);
    for (const [width, isShown] of [
      [180, false],
      [250, false],
      [320, true],
    ] as const) {
      const map = mapIn(await inColumn(html, 'ready', width));
      await until(() => part(map, 'map'), 'the map');
      expect(boxOf(map).width > 0, `${width} px`).to.equal(isShown);
    }
  });

  it('takes no space if no location is known', async () => {
    visitOf({ ...known, location: { country: { code: 'DE' } } });
    const { column, card } = await inColumn(html, 'ready');
    await until(() => mapIn({ column }).matches(':state(ready)'), 'the map');
    await settled();
    const names = boxOf(part(card, 'header')).right - boxOf(mapIn({ column })).right;
    expect(boxOf(mapIn({ column })).width).to.equal(0);
    expect(names).to.be.below(1);
    expect(parts(mapIn({ column }), 'map')).to.have.length(0);
  });
});

describe('the text in a header', () => {
  const map = '<visitor-map slot="header"></visitor-map>';
  const linesOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  };

  for (const dir of ['ltr', 'rtl'])
    it(`never overlaps the map, which reaches the card’s edges: ${dir}`, async () => {
      const long = { city: 'Frankfurt am Main', region: { name: 'Mecklenburg-Vorpommern' } };
      for (const [place, security] of [
        [{}, {}],
        [long, {}],
        [{}, { is_vpn: true, is_tor: true, is_proxy: true, is_relay: true, is_cloud_provider: true }],
        [long, { is_vpn: true }],
      ])
        for (const width of [288, 304, 320, 360, 480, 640]) {
          visitOf({ ...known, location: { ...known.location, ...place }, security });
          const html = `<div dir="${dir}" style="--visitor-inline-size: 100%"><visitor-info>${map}</visitor-info></div>`;
          const { column, card } = await inColumn(html, 'ready', width);
          const element = column.querySelector('visitor-map') as Element;
          await until(() => part(element, 'map'), 'the map');
          const drawing = boxOf(part(element, 'map').parentElement as Element);
          const box = boxOf(part(card, 'card'));
          const where = `${width} px, ${JSON.stringify(place)}`;
          if (drawing.width === 0) {
            expect(width, where).to.be.below(320);
            continue;
          }
          const edge = dir === 'ltr' ? box.right - drawing.right : drawing.left - box.left;
          expect(edge, where).to.be.closeTo(1, 0.1);
          expect(drawing.top - box.top, where).to.be.within(0.9, 3);
          expect(boxOf(part(card, 'row')).top - drawing.bottom, where).to.be.within(-0.1, 3);
          for (const text of ['title', 'subtitle'].flatMap((name) => linesOf(part(card, name))))
            expect(
              dir === 'ltr' ? drawing.left - text.right : text.left - drawing.right,
              `${where}: the gap`,
            ).to.be.at.least(8);
        }
    });

  it('is in the middle of a header that takes the reserved space, so that rows begin at one height', async () => {
    const measured = ({ card }: { card: Element }) => {
      const { top } = boxOf(part(card, 'card'));
      const row = boxOf(part(card, 'row')).top;
      const last = [...parts(card, 'badges'), ...parts(card, 'note'), ...parts(card, 'subtitle')][0];
      const above = boxOf(part(card, 'title')).top - top;
      return { row: row - top, uneven: row - boxOf(last as Element).bottom - above };
    };
    const inOne: ReturnType<typeof measured>[] = [];
    const short = { ...known, connection: { organization: 'Sample Net' } };
    for (const data of [
      short,
      { ...short, security: { is_vpn: true } },
      { ...short, location: { ...known.location, city: 'Frankfurt am Main' } },
    ]) {
      visitOf(data);
      inOne.push(measured(await inColumn('<visitor-info></visitor-info>', 'ready')));
    }
    override({ location: { country: { code: 'AT' } } });
    const noted = await inColumn('<visitor-info></visitor-info>', 'ready');
    expect(part(noted.card, 'note')).to.not.equal(undefined);
    inOne.push(measured(noted));
    for (const { row, uneven } of inOne) {
      expect(uneven).to.be.within(-3, 3);
      expect(row).to.be.closeTo(inOne[0]?.row ?? 0, 2);
    }
  });

  it('leaves no empty space at the card’s end', async () => {
    const endOf = (card: Element) =>
      boxOf(part(card, 'card')).bottom - boxOf(parts(card, 'row').at(-1) as Element).bottom;
    for (const data of [known, { ip: '192.0.2.1', location: { country: { code: 'AT' } } }]) {
      visitOf(data);
      for (const width of [180, 320, 480]) {
        const { card } = await inColumn('<visitor-info></visitor-info>', 'ready', width);
        expect(endOf(card), `${width} px`).to.be.below(12);
      }
    }
    for (const tag of ['visitor-asn', 'visitor-user-agent']) {
      globalThis.fetch = async () => Response.json({ name: 'Sample', asn: 64500, type: 'isp', version: '1' });
      visit();
      const { card } = await inColumn(`<${tag}></${tag}>`, 'ready');
      expect(endOf(card), tag).to.be.below(12);
    }
  });
});

describe('the skeleton', () => {
  it('has its lines where the values will be, and rows as high as those of one line', async () => {
    const html = '<visitor-info></visitor-info>';
    for (const width of [320, 180]) {
      const measure = (card: Element, values: Element[]) => ({
        lefts: values.map((value) => Math.round(boxOf(value).left - boxOf(card).left)),
        heights: parts(card, 'row').map((row) => boxOf(row).height),
      });
      visitPending();
      const { card: pending } = await inColumn(html, 'pending', width);
      const lines = parts(pending, 'row').map((row) => row.lastElementChild as Element);
      const before = measure(pending, lines);
      visitOf({ ...known, connection: { organization: 'Sample Net' } });
      const { card } = await inColumn(html, 'ready', width);
      const after = measure(card, parts(card, 'value'));
      for (const [i, left] of after.lefts.entries()) {
        expect(before.lefts[i], `${width} px`).to.be.closeTo(left, 1);
        expect(before.heights[i], `${width} px`).to.be.closeTo(Math.min(...after.heights), 2);
      }
    }
  });
});

describe('a flag', () => {
  it('has an edge, so that white ones don’t blend with the background', async () => {
    visitOf({ ...known, location: { country: { code: 'JP' } } });
    for (const html of [
      '<visitor-info fields="location.country.name"></visitor-info>',
      '<visitor-info layout="compact"></visitor-info>',
      '<visitor-info layout="inline"></visitor-info>',
      '<visitor-country-select></visitor-country-select>',
    ]) {
      const { card } = await inColumn(html, 'ready');
      const flags = parts(card, 'flag').filter(({ localName }) => localName === 'img');
      expect(flags, html).to.not.deep.equal([]);
      for (const flag of flags) {
        const { outlineStyle, outlineWidth } = getComputedStyle(flag);
        expect([outlineStyle, outlineWidth], html).to.deep.equal(['solid', '1px']);
      }
    }
  });
});

describe('the rhythm of a card', () => {
  it('has rows of 40 pixels, labels in one column, and 16 pixels between label and value', async () => {
    visitOf({ ...known, connection: { asn: 64500, organization: 'Sample Net' } });
    for (const width of [320, 640, 1280]) {
      const { card } = await inColumn('<visitor-info></visitor-info>', 'ready', width);
      expect(parts(card, 'row').map((row) => boxOf(row).height)).to.deep.equal([40, 40, 40, 40]);
      for (const row of parts(card, 'row')) {
        const [label, value] = [...row.children].map(boxOf);
        expect((value?.left ?? 0) - (label?.right ?? 0)).to.be.closeTo(16, 0.1);
        expect(label?.width).to.be.closeTo(5.5 * 13, 0.1);
      }
    }
  });

  it('keeps its rows and grows if a title takes several lines', async () => {
    const city =
      'A place with quite a long name, so that it takes five lines or even more in a card that is narrow';
    visitOf({ ...known, location: { city, country: { code: 'DE' } } });
    const { card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    for (const row of parts(card, 'row')) expect(boxOf(row).height).to.be.at.least(40);
    const { height } = boxOf(card);
    visitOf(known);
    expect(height).to.be.above(boxOf((await inColumn('<visitor-info></visitor-info>', 'ready')).card).height);
  });

  it('leaves no empty space of 60 pixels or more if rows are unknown', async () => {
    visitOf({ ip: '192.0.2.1', location: { country: { code: 'DE' } }, time_zone: { id: 'Europe/Berlin' } });
    for (const fields of ['ip time_zone.name city region', 'ip time_zone.name location.city', 'ip city']) {
      const { card } = await inColumn(`<visitor-info fields="${fields}"></visitor-info>`, 'ready');
      const [header, title, subtitle] = ['header', 'title', 'subtitle'].map((name) =>
        boxOf(part(card, name)),
      );
      const gaps = [
        (title?.top ?? 0) - (header?.top ?? 0),
        (header?.bottom ?? 0) - (subtitle?.bottom ?? 0),
        boxOf(part(card, 'card')).bottom - (parts(card, 'row').map(boxOf).at(-1)?.bottom ?? 0),
        ...parts(card, 'row').map(
          (row) => (boxOf(row).height - boxOf(row.lastElementChild as Element).height) / 2,
        ),
      ];
      expect(Math.max(...gaps), fields).to.be.within(8, 60);
      const [first, ...others] = parts(card, 'row').map((row) => boxOf(row).height);
      for (const height of others) expect(height).to.be.closeTo(first ?? 0, 0.1);
    }
  });

  it('has a shadow, which `--visitor-shadow` replaces and a pill doesn’t have', async () => {
    visitOf(known);
    const { column, card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    const shadow = () => getComputedStyle(part(card, 'card')).boxShadow;
    expect(shadow()).to.match(/12px/);
    column.style.cssText += '; --visitor-shadow: none';
    expect(shadow()).to.equal('none');
    const { card: pill } = await inColumn('<visitor-info layout="inline"></visitor-info>', 'ready');
    expect(getComputedStyle(part(pill, 'card')).boxShadow).to.equal('none');
  });
});

describe('badges', () => {
  const all = { is_vpn: true, is_tor: true, is_proxy: true, is_relay: true, is_cloud_provider: true };
  const map = '<visitor-map slot="header"></visitor-map>';
  /** Either takes several lines at 320 pixels. */
  const longer = {
    title: { location: { ...known.location, city: 'Frankfurt am Main' }, connection: { asn: 64500 } },
    network: { location: { ...known.location, city: 'Rome', country: { code: 'IT' } } },
  };

  for (const html of ['<visitor-info></visitor-info>', `<visitor-info>${map}</visitor-info>`])
    for (const [name, data] of Object.entries(longer))
      it(`move nothing and break no word, however many, beside a long ${name}: ${html}`, async () => {
        visitPending();
        const { height: reserved } = boxOf((await inColumn(html, 'pending')).card);
        for (const width of [320, 375, 480, 1280]) {
          visitOf({ ...known, ...data, security: {} });
          const { card: bare } = await inColumn(html, 'ready', width);
          const title = boxOf(part(bare, 'title'));
          visitOf({ ...known, ...data, security: all });
          const { card } = await inColumn(html, 'ready', width);
          expect(parts(card, 'badges')[0]?.children).to.have.length(5);
          // A row of several lines may make the card higher, a badge may not.
          const rows = parts(card, 'row').map((row) => boxOf(row).height - 40);
          const most = reserved + rows.reduce((sum, more) => sum + more, 0);
          for (const { height } of [boxOf(bare), boxOf(card)])
            expect(height, `${width} px`).to.be.within(reserved - 0.1, most + 0.1);
          expect(boxOf(part(card, 'title')).height, `${width} px`).to.be.closeTo(title.height, 0.1);
          expect(brokenWords(part(card, 'title')), `${width} px`).to.deep.equal([]);
        }
      });

  it('are whole pills below the subtitle, inside the header, however narrow the card', async () => {
    visitOf({ ...known, security: all });
    for (const dir of ['ltr', 'rtl'])
      for (const width of [180, 220, 260, 320]) {
        const { column, card } = await inColumn(`<visitor-info>${map}</visitor-info>`, 'ready', width);
        column.dir = dir;
        await settled();
        const [header, subtitle] = ['header', 'subtitle'].map((name) => boxOf(part(card, name)));
        const pills = [...(parts(card, 'badges')[0]?.children ?? [])] as HTMLElement[];
        expect(pills.map(({ innerText }) => innerText)).to.deep.equal([
          'VPN',
          'Tor',
          'Proxy',
          'Relay',
          'Hosting',
        ]);
        for (const pill of pills) {
          const { top, bottom, left, right, height } = boxOf(pill);
          expect(top).to.be.at.least(subtitle?.bottom ?? 0);
          expect(bottom).to.be.at.most((header?.bottom ?? 0) - 4);
          expect(left).to.be.at.least(header?.left ?? 0);
          expect(right).to.be.at.most(header?.right ?? 0);
          expect(height, 'one line').to.be.below(24);
          expect(pill.scrollWidth, 'not cut').to.be.at.most(pill.clientWidth);
          expect(Number.parseFloat(getComputedStyle(pill).borderTopLeftRadius)).to.be.at.least(height / 2);
        }
      }
  });

  it('have the text’s neutral colours, or their own custom properties', async () => {
    visitOf({ ...known, security: { is_vpn: true } });
    const { column, card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    const badge = part(card, 'badges').firstElementChild as Element;
    const channels = (colour: string) =>
      colour
        .match(/[\d.]+/g)
        ?.slice(0, 3)
        .map(Number) ?? [];
    for (const colour of [getComputedStyle(badge).backgroundColor, getComputedStyle(badge).color]) {
      const scale = colour.startsWith('color(') ? 255 : 1;
      const [red = 0, green = 0, blue = 0] = channels(colour.replace('srgb', '')).map((it) => it * scale);
      expect(Math.max(red, green, blue) - Math.min(red, green, blue), colour).to.be.below(12);
    }
    column.style.cssText += '; --visitor-badge-background: rgb(1, 2, 3); --visitor-badge-color: rgb(4, 5, 6)';
    expect(getComputedStyle(badge).backgroundColor).to.equal('rgb(1, 2, 3)');
    expect(getComputedStyle(badge).color).to.equal('rgb(4, 5, 6)');
  });
});

describe('two cards with reserve.css', () => {
  const html = '<visitor-info></visitor-info><visitor-asn></visitor-asn>';
  for (const [layout, gap] of [
    ['display: block', 16],
    ['display: flex', 16],
    ['display: flex; gap: 5px', 5],
    ['display: grid; grid-template-columns: 1fr 1fr', 16],
  ] as const)
    it(`don’t touch: ${layout}`, async () => {
      visitOf(known);
      const css = await (await realFetch('/src/reserve.css')).text();
      const column = put<HTMLElement>(`<div style="inline-size: 500px; ${layout}">${html}</div>`);
      const style = document.createElement('style');
      style.textContent = css;
      document.head.append(style);
      for (const card of column.children) await reaches(card, 'ready');
      const [first, second] = [...column.children].map(boxOf);
      style.remove();
      if (!first || !second) throw new Error('no cards');
      if (layout === 'display: block') expect(second.top - first.bottom).to.equal(gap);
      else {
        expect(second.left - first.right).to.equal(gap);
        expect([second.top, second.bottom]).to.deep.equal([first.top, first.bottom]);
      }
    });
});

describe('a title', () => {
  const said = hearConsole();

  it('is a heading if it has a level, and a wrong level is reported on the console', async () => {
    visitOf(known);
    const card = await ready<HTMLElement & { headingLevel?: unknown }>(
      '<visitor-info heading-level="3"></visitor-info>',
    );
    const heading = () => [part(card, 'title').getAttribute('role'), part(card, 'title').ariaLevel];
    expect(heading()).to.deep.equal(['heading', '3']);
    await expect(card).to.be.accessible();
    for (const [level, read] of [
      [2, '2'],
      [6, '6'],
      [undefined, null],
    ] as const) {
      card.headingLevel = level;
      await settled();
      expect(heading()).to.deep.equal([read && 'heading', read]);
    }
    expect(said).to.deep.equal([]);
    for (const level of [0, '7', 'h2', {}]) {
      card.headingLevel = level;
      await settled();
      expect(heading()).to.deep.equal([null, null]);
      expect(said.splice(0).join(), String(level)).to.match(/heading-level.+1, 2, 3, 4, 5, 6/);
    }
  });

  it('in English keeps its order on a page that is forced to be right-to-left', async () => {
    visitOf(known);
    const { column, card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    column.dir = 'rtl';
    await settled();
    const range = document.createRange();
    const text = document.createTreeWalker(part(card, 'title'), NodeFilter.SHOW_TEXT);
    const places: Record<string, number> = {};
    for (let node = text.nextNode(); node; node = text.nextNode()) {
      range.selectNode(node);
      places[node.nodeValue ?? ''] = boxOf(range as unknown as Element).left;
    }
    expect(places.Berlin).to.be.below(places.Germany ?? 0);
  });
});

describe('an Arabic title', () => {
  it('begins at the right, also if the city’s name is in Latin letters', async () => {
    visitOf(known);
    for (const [attributes, isFirstAtTheRight] of [
      ['dir="rtl" lang="ar"', true],
      ['dir="ltr" lang="ar"', true],
      ['dir="rtl" lang="en"', false],
    ] as const) {
      const { card } = await inColumn(`<div ${attributes}><visitor-info></visitor-info></div>`, 'ready');
      const city = boxOf(part(card, 'title').querySelector('bdi bdi') as Element);
      const title = boxOf(part(card, 'title').querySelector('bdi') as Element);
      expect(part(card, 'title').textContent).to.match(/^Berlin/);
      expect(title.width).to.be.above(city.width + 10);
      expect(title.right - city.right < 1, attributes).to.equal(isFirstAtTheRight);
    }
  });
});

describe('a select', () => {
  hearConsole();
  it('says "Choose a country" if none is known', async () => {
    visitOf({});
    const select = (await ready('<visitor-country-select>Ship to</visitor-country-select>')) as Element;
    const control = part(select, 'select') as HTMLSelectElement;
    expect(control.selectedOptions[0]?.textContent).to.equal('Choose a country');
    expect(control.value).to.equal('');
    configure({ guess: 'none' });
  });
});
