import { columns, greenwich, rows as lines, north, step } from '../../../src/elements/map/map-data.js';
import { widthAt } from '../../../src/elements/map/world.js';
import type { VisitorMap } from '../../../src/index.js';
import { override } from '../../../src/index.js';
import { withCountryFacts } from '../../../src/model/country-facts.js';
import { countryTable } from '../../../src/model/country-table.js';
import {
  answered,
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

const viewOf = (map: Element) => parts(map, 'map')[0]?.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
const markOf = (map: Element) => {
  const circle = parts(map, 'mark')[0]?.querySelector('circle');
  return circle ? [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))] : undefined;
};

const mapOf = (location: unknown, html = '<visitor-map></visitor-map>') =>
  answered({ location }, () => {
    // The elements of earlier tests send their requests as soon as a visit begins.
    visit();
    return ready<VisitorMap & HTMLElement>(html);
  });

describe('<visitor-map>', () => {
  it('marks the location, with cells of 2.5 degrees, which are wider towards the poles', async () => {
    for (const [latitude, longitude, x, y] of [
      [52, 13, 59.9, 12.8],
      [-34, -58, 37.0, 47.2],
      [0, 0, 56, 33.6],
      [0, 180, 118.35, 33.6],
      [80, 180, 95.84, 1.6],
    ] as const) {
      const [markX, markY] = markOf(await mapOf({ latitude, longitude })) ?? [];
      expect(markX, `${latitude}, ${longitude}`).to.be.closeTo(x, 0.1);
      expect(markY, `${latitude}, ${longitude}`).to.be.closeTo(y, 0.01);
    }
  });

  it('marks islands that are further west than its edge at the edge', async () => {
    const [tonga = -1] = markOf(await mapOf({ latitude: -21.1, longitude: -175.2 })) ?? [];
    const [hawaii = -1] = markOf(await mapOf({ latitude: 21.3, longitude: -157.9 })) ?? [];
    expect(tonga).to.equal(0);
    expect(hawaii).to.be.above(2);
  });

  it('marks Antarctica and the North Pole at its edges, not on the page around it', async () => {
    for (const [latitude, y] of [
      [-77.85, lines],
      [-55.5, 55.8],
      [90, 0],
    ] as const) {
      const [, markY] = markOf(await mapOf({ latitude, longitude: 166.7 })) ?? [];
      expect(markY, `${latitude}`).to.be.closeTo(y, 0.01);
    }
  });

  for (const location of [
    null,
    {},
    { latitude: 52 },
    { latitude: 52, longitude: null },
    { latitude: null, longitude: 13 },
    { latitude: '52', longitude: '13' },
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -181 },
  ])
    it(`shows only the world if the location is ${JSON.stringify(location)}`, async () => {
      const map = await mapOf(location);
      expect(markOf(map)).to.equal(undefined);
      expect(viewOf(map)).to.deep.equal([0, 0, columns, lines]);
    });

  it('shows the surroundings in a card’s header, and the whole world elsewhere', async () => {
    const header = await mapOf({ latitude: 52, longitude: 13 }, '<visitor-map slot="header"></visitor-map>');
    const [x = 0, y = 0, width = 0, height = 0] = viewOf(header);
    expect([x + width / 2, y + height / 2]).to.deep.equal(markOf(header));
    expect(width).to.be.lessThan(columns / 4);
    expect(viewOf(await mapOf({ latitude: 52, longitude: 13 }))).to.deep.equal([0, 0, columns, lines]);
  });

  it('has no mark after an override', async () => {
    const map = await mapOf({ latitude: 52, longitude: 13, country: { code: 'DE' } });
    override({ location: { country: { code: 'JP' } } });
    await until(() => !markOf(map), 'the end of the mark');
  });

  it('marks the middle of the country when countries.js is loaded, if there are no coordinates', async () => {
    const map = await mapOf({ country: { code: 'de' } });
    // The file has nothing to add to this data.
    const known = withCountryFacts({ location: { country: { code: 'FR' } } }, countryTable);
    const other = await answered(known, () => ready('<visitor-map params="whole"></visitor-map>'));
    expect([map, other].map(markOf)).to.deep.equal([undefined, undefined]);
    await import('../../../src/countries.js');
    await until(() => markOf(map), 'a mark');
    await until(() => markOf(other), 'a mark on the map whose data is the same as before');
    expect(markOf(map)).to.deep.equal(markOf(await mapOf({ latitude: 51, longitude: 10 })));
    const city = { latitude: 52, longitude: 13 };
    expect(markOf(await mapOf({ ...city, country: { code: 'DE' } }))).to.deep.equal(
      markOf(await mapOf(city)),
    );
    for (const code of ['XX', 'AQ', '(', '..', 7, null])
      expect(markOf(await mapOf({ country: { code } })), String(code)).to.equal(undefined);
  });

  it('marks a country with wider halos and without an edge, since it is no point', async () => {
    await import('../../../src/countries.js');
    const drawn = (map: Element) => [
      Number(parts(map, 'mark')[0]?.querySelector('.halo')?.getAttribute('r')),
      parts(map, 'mark')[0]?.querySelectorAll('.ring').length,
    ];
    const [halo = 0, edges] = drawn(await mapOf({ latitude: 52, longitude: 13, country: { code: 'DE' } }));
    const country = await mapOf({ country: { code: 'DE' } });
    const [wider, none] = drawn(country);
    expect(wider).to.be.above(halo * 1.5);
    expect([edges, none]).to.deep.equal([1, 0]);
    const header = await mapOf({ country: { code: 'DE' } }, '<visitor-map slot="header"></visitor-map>');
    expect(markOf(header)).to.deep.equal(markOf(country));
  });

  it('in a header fades towards the text beside it and all edges, or towards badges below it', async () => {
    for (const [dir, side] of [
      ['ltr', 'right'],
      ['rtl', 'left'],
    ])
      for (const [fade, end] of [
        ['', '@, rgb\\(0, 0, 0\\) 8px, rgb\\(0, 0, 0\\) calc\\(100% - 8px\\), @'],
        ['--_fade: linear-gradient(#000 50%, transparent)', 'rgb\\(0, 0, 0\\) 50%, @'],
      ] as const) {
        const header = `<visitor-map slot="header" dir="${dir}" style="${fade}"></visitor-map>`;
        const map = await mapOf({ latitude: 52, longitude: 13 }, header);
        const drawing = parts(map, 'map')[0]?.parentElement as Element;
        const clear = '(rgba\\(0, 0, 0, 0\\)|transparent)';
        expect(getComputedStyle(drawing).maskImage).to.match(
          new RegExp(
            `^linear-gradient\\(to ${side}, ${clear} 30%, rgb\\(0, 0, 0\\) 65%.*, ${clear}\\), linear-gradient\\(${end.replaceAll('@', clear)}.*\\)$`,
          ),
        );
      }
  });

  describe('shows whether it has data, without motion', () => {
    hearConsole();
    const lookOf = (map: Element) => {
      const world = map.shadowRoot?.querySelector('svg > path') as Element;
      const { fill } = getComputedStyle(world);
      const { opacity } = getComputedStyle(parts(map, 'map')[0] as Element);
      return `${opacity} ${fill.replaceAll(/url\("?#(\w+)"?\).*/g, '$1')}`;
    };

    it('pale while pending and after a failure', async () => {
      visit('fault/slow-60000/');
      const pending = await reaches(put<HTMLElement>('<visitor-map></visitor-map>'), 'pending');
      expect(lookOf(pending)).to.equal('0.45 big');
      expect(pending.shadowRoot?.getAnimations()).to.deep.equal([]);
      visit('fault/drop/');
      const failed = await reaches(put<HTMLElement>('<visitor-map></visitor-map>'), 'error');
      expect(lookOf(failed)).to.equal('0.45 big');
      expect(lookOf(await mapOf({}))).to.equal('1 big');
    });

    it('with the country marked when it is a guess or the visitor’s choice', async () => {
      await import('../../../src/countries.js');
      moveToParis();
      visit('fault/drop/', { guess: 'time-zone' });
      const guessed = await reaches(put<HTMLElement>('<visitor-map></visitor-map>'), 'guessed');
      expect(lookOf(guessed)).to.equal('1 big');
      expect(parts(guessed, 'mark')).to.have.length(1);
      visit('fault/drop/');
      override({ location: { country: { code: 'CA' } } });
      const chosen = put<HTMLElement>('<visitor-map></visitor-map>');
      await until(() => markOf(chosen), 'the mark');
      expect(lookOf(chosen)).to.equal('1 big');
    });
  });

  it('has a dot for four cells where the dots of single cells would be stripes', async () => {
    for (const [width, fill] of [
      [200, 'big'],
      [320, 'big'],
      [480, 'dots'],
    ] as const) {
      const map = await mapOf({}, `<visitor-map style="--visitor-inline-size: ${width}px"></visitor-map>`);
      const shown = [...(map.shadowRoot?.querySelectorAll('path') ?? [])]
        .map((path) => getComputedStyle(path))
        .filter(({ display }) => display !== 'none')
        .map((style) => style.fill);
      expect(shown, `${width} px`).to.have.length(1);
      expect(shown[0], `${width} px`).to.include(`#${fill}`);
    }
  });

  it('has a drawing in each pattern: WebKit ignores a reference to another one in a shadow root', async () => {
    const map = await mapOf({});
    const patterns = [...(map.shadowRoot?.querySelectorAll('pattern') ?? [])];
    expect(patterns.map(({ id, childElementCount }) => `${id} ${childElementCount}`)).to.deep.equal([
      'dots 1',
      'big 1',
    ]);
  });

  it('is decorative, or an image if it has a label', async () => {
    const plain = await mapOf({ latitude: 52, longitude: 13 });
    expect(parts(plain, 'map')[0]).to.have.attribute('aria-hidden', 'true');
    await expect(plain).to.be.accessible();
    const named = await mapOf({}, '<visitor-map label="Where you are"></visitor-map>');
    expect(parts(named, 'map')[0]).to.have.attribute('role', 'img');
    expect(parts(named, 'map')[0]).to.have.attribute('aria-label', 'Where you are');
    await expect(named).to.be.accessible();
  });

  it('sends no request for the drawing', async () => {
    const { requests } = visit('from/sample-office/');
    performance.clearResourceTimings();
    await ready('<visitor-map></visitor-map>');
    await settled();
    expect(await requests()).to.equal(1);
    expect(
      performance.getEntriesByType('resource').filter(({ name }) => !name.includes('/api/')),
    ).to.have.length(0);
  });

  it('draws land where there is land, and no rectangle without an area, which would have an edge', async () => {
    const path = (await mapOf({})).shadowRoot?.querySelector('path') as SVGPathElement;
    const isLand = (latitude: number, longitude: number) =>
      path.isPointInFill({
        x: greenwich + (longitude * widthAt(latitude)) / step,
        y: (north - latitude) / step,
      });
    expect(path.getAttribute('d')).to.match(/^(M\d+ \d+h[1-9]\d*v1h-\d+z)+$/);
    for (const [name, latitude, longitude] of [
      ['Berlin', 52, 13],
      ['Kansas', 39, -98],
      ['Nairobi', -1, 37],
      ['Alice Springs', -23, 134],
    ] as const)
      expect(isLand(latitude, longitude), name).to.equal(true);
    for (const [name, latitude, longitude] of [
      ['the Atlantic', 30, -40],
      ['the Pacific', 0, -140],
      ['the Indian Ocean', -30, 80],
    ] as const)
      expect(isLand(latitude, longitude), name).to.equal(false);
  });

  describe('while there is no data', () => {
    hearConsole();
    it('is the world, or the page’s own content, in the same size', async () => {
      visit('fault/slow-3000/');
      const map = await reaches(put<HTMLElement>('<visitor-map></visitor-map>'), 'pending');
      const words = await reaches(put<HTMLElement>('<visitor-map>somewhere</visitor-map>'), 'pending');
      expect(viewOf(map)).to.deep.equal([0, 0, columns, lines]);
      expect(parts(words, 'map')).to.have.length(0);
      expect(words.offsetHeight).to.equal(map.offsetHeight);
    });
  });
});
