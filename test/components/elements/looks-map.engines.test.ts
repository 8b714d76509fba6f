import { boxOf, brokenWords, inColumn, known, part, resize, visitOf, visitPending } from './looks-support.js';
import { expect, parts, put, reaches, settled, until } from './support.js';

/* The map in a card's header and alone: masks, container units and intrinsic sizes differ between engines. */

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
    expect(sizes[0]).to.be.closeTo(3.52, 0.01);
    expect(sizes[1]).to.equal(sizes[0]);
  });

  it('breaks no word of the title in a column of any width', async () => {
    visitOf(known);
    const { column, card } = await inColumn(html, 'ready');
    column.style.fontFamily = 'sans-serif';
    for (const width of [180, 240, 256, 272, 288, 304, 320]) {
      await resize(column, width);
      expect(brokenWords(part(card, 'title')), `${width} px`).to.deep.equal([]);
    }
  });

  it('is hidden in a narrow card', async () => {
    visitOf(known);
    const { column } = await inColumn(html, 'ready');
    const map = mapIn({ column });
    await until(() => part(map, 'map'), 'the map');
    for (const [width, isShown] of [
      [180, false],
      [250, false],
      [320, true],
    ] as const) {
      await resize(column, width);
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
    it(`covers the faded half of the map at most, which reaches the card’s edges: ${dir}`, async () => {
      const long = { city: 'Frankfurt am Main', region: { name: 'Mecklenburg-Vorpommern' } };
      for (const [place, security] of [
        [{}, {}],
        [long, {}],
        [{}, { is_vpn: true, is_tor: true, is_proxy: true, is_relay: true, is_cloud_provider: true }],
        [long, { is_vpn: true }],
      ]) {
        visitOf({ ...known, location: { ...known.location, ...place }, security });
        const html = `<div dir="${dir}" style="--visitor-inline-size: 100%"><visitor-info>${map}</visitor-info></div>`;
        const { column, card } = await inColumn(html, 'ready');
        const element = column.querySelector('visitor-map') as Element;
        await until(() => part(element, 'map'), 'the map');
        for (const width of [288, 304, 320, 360, 480, 640]) {
          await resize(column, width);
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
          const content = box.width - 34;
          expect(drawing.width, where).to.be.closeTo(Math.min(224, content * 0.45), 0.5);
          for (const text of ['title', 'subtitle'].flatMap((name) => linesOf(part(card, name))))
            expect(
              (dir === 'ltr' ? text.right - drawing.left : drawing.right - text.left) / drawing.width,
              where,
            ).to.be.at.most(0.51);
          const mark = boxOf(part(element, 'mark').querySelector('circle:last-child') as Element);
          const at = ((mark.left + mark.right) / 2 - drawing.left) / drawing.width;
          expect(dir === 'ltr' ? at : 1 - at, `${where}: the mark`).to.be.closeTo(0.64, 0.02);
          expect((mark.top + mark.bottom) / 2, where).to.be.closeTo((drawing.top + drawing.bottom) / 2, 1);
        }
      }
    });
});

describe('what has a width of its own is in the middle with `margin: auto`, and as wide before it has data', () => {
  for (const html of [
    '<visitor-info></visitor-info>',
    '<visitor-asn layout="compact"></visitor-asn>',
    '<visitor-map></visitor-map>',
  ])
    it(html, async () => {
      const centred = html.replace(/(?=><)/, ' style="margin-inline: auto"');
      for (const [width, expected] of [
        [640, 320],
        [200, 200],
      ] as const) {
        visitPending();
        const waiting = boxOf((await inColumn(centred, 'pending', width)).card);
        visitOf({ ...known, name: 'Sample Net' });
        const { column, card } = await inColumn(centred, 'ready', width);
        const box = boxOf(card);
        expect(box.width).to.equal(expected);
        expect(waiting.width).to.equal(expected);
        expect(box.left - boxOf(column).left).to.equal((width - expected) / 2);
        expect(column.scrollWidth).to.equal(width);
      }
    });
});
