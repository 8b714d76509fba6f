import { configure, override } from '../../../src/index.js';
import {
  boxOf,
  brokenWords,
  inColumn,
  known,
  part,
  realFetch,
  resize,
  visitOf,
  visitPending,
} from './looks-support.js';
import { expect, hearConsole, parts, put, reaches, ready, settled, visit } from './support.js';

/* Heights, gaps and lines of cards with data, measured by the boxes of their parts. */

describe('cards beside each other', () => {
  it('begin their titles and rows at one height, whatever lookup they show', async () => {
    const agent = { ...known.user_agent, version: '153.0', type: 'browser' };
    globalThis.fetch = async (url) => {
      const path = new URL(String(url)).pathname;
      if (path.endsWith('AS'))
        return Response.json({ asn: 64500, name: 'Sample Net', type: 'isp', registry: 'ripencc' });
      return Response.json(path.endsWith('user_agent') ? agent : known);
    };
    for (const width of [280, 320, 510]) {
      visit();
      const tops: Record<string, number>[] = [];
      for (const tag of ['visitor-info', 'visitor-asn', 'visitor-user-agent']) {
        const { card } = await inColumn(`<${tag}></${tag}>`, 'ready', width);
        const { top } = boxOf(part(card, 'card'));
        tops.push({
          header: boxOf(part(card, 'header')).height,
          title: boxOf(part(card, 'title')).top - top,
          row: boxOf(part(card, 'row')).top - top,
        });
      }
      expect(tops[1], `${width} px`).to.deep.equal(tops[0]);
      expect(tops[2], `${width} px`).to.deep.equal(tops[0]);
    }
  });
});

describe('the text in a header', () => {
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
      expect(row).to.be.closeTo(inOne[0]?.row ?? 0, 0.1);
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

  it('keeps rows of 40 pixels if there are few, and leaves the rest of the space at the end', async () => {
    visitPending();
    const { height } = boxOf((await inColumn('<visitor-info></visitor-info>', 'pending')).card);
    for (const data of [
      { ip: '192.0.2.1', connection: { asn: 64500, organization: 'Sample Net' } },
      { ip: '192.0.2.1', location: { country: { code: 'JP' } }, time_zone: { id: 'Asia/Tokyo' } },
    ]) {
      visitOf(data);
      const { card } = await inColumn('<visitor-info></visitor-info>', 'ready');
      expect(parts(card, 'row').map((row) => boxOf(row).height)).to.deep.equal([40, 40]);
      expect(boxOf(card).height).to.be.closeTo(height, 0.1);
    }
  });

  it('keeps 8 pixels above and below a value, in one line and in two', async () => {
    visitOf(known);
    for (const width of [180, 280, 320, 510]) {
      const { card } = await inColumn('<visitor-info></visitor-info>', 'ready', width);
      const lines = parts(card, 'row').map((row) => {
        const box = boxOf(row);
        const [label, value] = [...row.children].map(boxOf);
        expect((label?.top ?? 0) - box.top, `${width} px: above a label`).to.be.at.least(8);
        expect((value?.top ?? 0) - box.top, `${width} px: above`).to.be.at.least(8);
        expect(box.bottom - (value?.bottom ?? 0), `${width} px: below`).to.be.at.least(8);
        return Math.round((value?.height ?? 0) / 18);
      });
      expect(Math.max(...lines), `${width} px`).to.be.at.least(2);
    }
  });

  it('has a shadow, which `--visitor-shadow` replaces', async () => {
    visitOf(known);
    const { column, card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    const shadow = () => getComputedStyle(part(card, 'card')).boxShadow;
    expect(shadow()).to.match(/12px/);
    column.style.cssText += '; --visitor-shadow: none';
    expect(shadow()).to.equal('none');
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

describe('the button that copies an IP address', () => {
  const iconOf = (card: Element) => part(card, 'copy').querySelector('svg') as Element;
  const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;

  afterEach(() => {
    document.documentElement.style.fontSize = '';
  });

  it('is beside the address, in the middle of its first line, and as large as the text', async () => {
    for (const ip of ['203.0.113.199', '2001:db8:4000:1f2a:8c3b:90ff:fe12:7d4e'])
      for (const [size, root] of [
        [16, ''],
        [28, ''],
        [16, '62.5%'],
      ] as const) {
        document.documentElement.style.fontSize = root;
        visitOf({ ...known, ip });
        const html = `<div style="font-size: ${size}px"><visitor-info></visitor-info></div>`;
        const { card } = await inColumn(html, 'ready', size * 30);
        const lines = [...(part(card, 'value').querySelector('.address')?.getClientRects() ?? [])];
        const icon = boxOf(iconOf(card));
        const where = `${ip}, ${size} px, ${root}`;
        expect(icon.width / size, where).to.be.within(0.85, 1);
        expect(middleOf(icon), where).to.be.closeTo(middleOf(lines[0] as DOMRect), 1.5);
        expect(icon.left - Math.max(...lines.map(({ right }) => right)), where).to.be.within(2, size * 2.5);
        expect(boxOf(part(card, 'copy')).height, where).to.be.at.least(24);
      }
  });

  it('is there too if the address is the title, but isn’t part of the card’s name', async () => {
    for (const layout of ['card', 'compact']) {
      visitOf({ ip: '203.0.113.199' });
      const { card } = await inColumn(`<visitor-info layout="${layout}"></visitor-info>`, 'ready');
      expect(part(card, 'title').textContent).to.equal('203.0.113.199');
      expect(part(card, 'header').querySelector('[part="copy"]')).not.to.equal(null);
      expect(boxOf(iconOf(card)).left - boxOf(part(card, 'title')).right).to.be.within(2, 16);
    }
    visitOf(known);
    const { card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    expect(part(card, 'header').querySelector('[part="copy"]')).to.equal(null);
  });
});

describe('a compact card', () => {
  it('keeps its text away from its edges, also text of more lines than it has space for', async () => {
    visitOf({ ...known, ip: '2001:db8:4000:1f2a:8c3b:90ff:fe12:7d4e' });
    const { column, card } = await inColumn('<visitor-info layout="compact"></visitor-info>', 'ready');
    for (const width of [150, 180, 200, 240, 320]) {
      await resize(column, width);
      const { top, bottom } = boxOf(part(card, 'card'));
      expect(boxOf(part(card, 'title')).top - top, `${width} px`).to.be.at.least(6);
      expect(bottom - boxOf(part(card, 'subtitle')).bottom, `${width} px`).to.be.at.least(6);
    }
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

describe('the title of a city-state', () => {
  for (const [lang, city, country, title] of [
    ['en', 'Singapore', { code: 'SG' }, 'Singapore'],
    ['de', 'Singapore', { code: 'SG', name: 'Singapore' }, 'Singapur'],
    ['en', 'Hong Kong', { code: 'HK', name: 'Hong Kong' }, 'Hong Kong'],
    ['en', 'Monaco', { code: 'MC' }, 'Monaco'],
    ['en', 'Monaco-Ville', { code: 'MC' }, 'Monaco-Ville, Monaco'],
  ] as const)
    it(`says it once: ${city} in ${lang}`, async () => {
      visitOf({ ...known, location: { city, country, region: { name: city } } });
      const { card } = await inColumn(`<div lang="${lang}"><visitor-info></visitor-info></div>`, 'ready');
      expect(part(card, 'title').textContent).to.equal(title);
      expect(part(card, 'subtitle').textContent).not.to.contain(city);
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
