import { boxOf, brokenLabels, brokenWords, inColumn, known, part, resize, visitOf } from './looks-support.js';
import { expect, parts, settled } from './support.js';

/** The words of which a line break cuts off less than three letters, which no rule of hyphenation does. */
function cutWords(element: Element): string[] {
  const cut: string[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
      const lines = new Map<number, number>();
      for (let i = index; i < index + word.length; i++) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const line = Math.round(range.getBoundingClientRect().bottom);
        lines.set(line, (lines.get(line) ?? 0) + 1);
      }
      if (lines.size > 1 && Math.min(...lines.values()) < 3) cut.push(word);
    }
  return cut;
}

/* Where the lines of cards end, which depends on an engine's rules for line breaks, hyphens and directions. */

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
    const { column, card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    for (const [width, isSeparated] of [
      [180, false],
      [320, true],
    ] as const) {
      await resize(column, width);
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

  it('breaks an IPv6 address after its colons only, and an IPv4 address not at all, in the title too', async () => {
    for (const ip of ['203.0.113.199', '255.255.255.255', '2001:db8:4000:1f2a:8c3b:90ff:fe12:7d4e'])
      for (const [layout, others] of [
        ['card', known],
        ['compact', known],
        ['card', {}],
      ] as const) {
        visitOf({ ...others, ip });
        const { column, card } = await inColumn(`<visitor-info layout="${layout}"></visitor-info>`, 'ready');
        for (const width of [130, 150, 180, 220, 240, 266, 280, 320]) {
          await resize(column, width);
          const [address] = card.shadowRoot?.querySelectorAll<HTMLElement>('.address') ?? [];
          const where = `${ip}, ${layout}, ${width} px`;
          expect(address?.textContent).to.equal(ip);
          expect(brokenLabels(address as Element), where).to.deep.equal([]);
          if (!ip.includes(':')) expect(address?.getClientRects(), where).to.have.length(1);
          expect(boxOf(address as Element).right, where).to.be.at.most(boxOf(card).right - 16);
        }
      }
  });

  it('has its flag above the title and the button that copies in the row of the label', async () => {
    visitOf(known);
    const { card } = await inColumn('<visitor-info></visitor-info>', 'ready', 180);
    const [flag, title, subtitle] = ['flag', 'title', 'subtitle'].map((name) => boxOf(part(card, name)));
    expect(flag?.bottom).to.be.at.most((title?.top ?? 0) + 1);
    expect(title?.left).to.be.closeTo(flag?.left ?? 0, 1);
    expect(subtitle?.left).to.be.closeTo(flag?.left ?? 0, 1);
    const [label, copy] = ['label', 'copy'].map((name) => boxOf(part(card, name)));
    expect(((copy?.top ?? 0) + (copy?.bottom ?? 0)) / 2).to.be.within(label?.top ?? 0, label?.bottom ?? 0);
  });

  it('breaks no title of a usual length inside a word', async () => {
    for (const [lang, city, code] of [
      ['de', 'Berlin', 'DE'],
      ['de', 'Kopenhagen', 'DK'],
      ['en', 'Amsterdam', 'NL'],
      ['fr', 'Strasbourg', 'FR'],
    ]) {
      visitOf({ ...known, location: { city, country: { code } } });
      const { card } = await inColumn(
        `<div lang="${lang}" style="font-family: sans-serif"><visitor-info></visitor-info></div>`,
        'ready',
        180,
      );
      expect(cutWords(part(card, 'title')), city).to.deep.equal([]);
      expect(getComputedStyle(part(card, 'title')).hyphens).to.equal('auto');
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
    for (const layout of ['card', 'compact'])
      for (const attributes of ['dir="rtl" lang="ar"', 'lang="de"']) {
        const html = `<div ${attributes}><visitor-info layout="${layout}"></visitor-info></div>`;
        const { column, card } = await inColumn(html, 'ready');
        for (const width of [180, 240, 320]) {
          await resize(column, width);
          const texts = ['title', 'subtitle', 'label'].flatMap((name) => parts(card, name));
          const broken = texts.filter((text) => !text.querySelector('.address')).flatMap(brokenWords);
          expect(
            broken.filter((word) => /\p{Script=Arabic}/u.test(word)),
            `${width} ${html}`,
          ).to.deep.equal([]);
        }
      }
  });

  it('breaks a domain after its dots', async () => {
    visitOf({ asn: 64500, name: 'Sample Net', domain: 'privacy.sample.example' });
    const { card } = await inColumn('<visitor-asn></visitor-asn>', 'ready', 180);
    const [domain] = parts(card, 'value').filter(({ textContent }) => textContent?.includes('.'));
    expect(domain?.textContent?.trim()).to.equal('privacy.sample.example');
    expect([...(domain?.querySelectorAll('bdi') ?? [])].flatMap(brokenLabels)).to.deep.equal([]);
  });

  it('of any other width has its flag beside the first line of a long title', async () => {
    visitOf({ location: { city: 'A place with quite a long name', country: { code: 'DE' } } });
    const { column, card } = await inColumn('<visitor-info></visitor-info>', 'ready');
    for (const width of [280, 320]) {
      await resize(column, width);
      const range = document.createRange();
      range.selectNodeContents(part(card, 'title'));
      const [line, ...others] = range.getClientRects();
      const flag = boxOf(part(card, 'flag'));
      expect(others.length).to.be.at.least(1);
      expect((flag.top + flag.bottom) / 2).to.be.within(line?.top ?? 0, line?.bottom ?? 0);
    }
  });
});

describe('a title', () => {
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
