import type { VisitorInfo } from '../../../src/index.js';
import { cleanUp, type Globals, holdRequests, openPage } from '../support/page.js';
import { countedVisit } from '../support/service.js';
import { expect, until } from './support.js';

/*
 * A page before the script runs, while it waits, and with data: nothing may move, and Chromium must report no layout
 * shift. `test/e2e/layout-shift.engines.spec.ts` checks the built package in every engine.
 */

afterEach(cleanUp);

const reserve = fetch('/src/reserve.css').then((response) => response.text());

const map = '<visitor-map slot="header"></visitor-map>';
const cards = {
  'visitor-info': '<visitor-info></visitor-info>',
  'visitor-info with a map': `<visitor-info>${map}</visitor-info>`,
  'visitor-info with content of its own': '<visitor-info>Welcome, whoever you are.</visitor-info>',
  'visitor-info with content in pieces':
    '<visitor-info>Welcome, <b>whoever</b> you are.<section>See you.</section></visitor-info>',
  'visitor-info with a footer': '<visitor-info><a slot="footer" href="#">Why we show this</a></visitor-info>',
  'visitor-info with content and footers of its own':
    '<visitor-info>Welcome.<div slot="footer" style="margin: 1em 0 2em; padding: 1em">What this page knows of you, and why we show it</div><button slot="footer">More</button></visitor-info>',
  'visitor-asn': '<visitor-asn></visitor-asn>',
  'visitor-user-agent': '<visitor-user-agent></visitor-user-agent>',
  'visitor-map': '<visitor-map></visitor-map>',
  'visitor-map with content of its own': '<visitor-map>The <b>world</b></visitor-map>',
  'visitor-country-select': '<visitor-country-select>Ship to</visitor-country-select>',
  'visitor-country-select without a text': '<visitor-country-select></visitor-country-select>',
  'visitor-country-select in a label':
    '<label>Ship to <visitor-country-select></visitor-country-select></label>',
  'visitor-country-select with content in pieces':
    '<visitor-country-select>Ship <b>to</b></visitor-country-select>',
  'visitor-country-select with a long label': `<visitor-country-select>${'Where you live now '.repeat(9)}</visitor-country-select>`,
  'layout compact': '<visitor-info layout="compact"></visitor-info>',
  'chosen fields': '<visitor-info fields="ip connection.asn" style="--visitor-rows: 2"></visitor-info>',
};
const places: Record<string, (card: string) => string> = {
  block: (card) => `<div>${card}</div>`,
  flex: (card) => `<div style="display: flex">${card}</div>`,
  grid: (card) => `<div style="display: grid; grid-template-columns: auto">${card}</div>`,
  table: (card) => `<table style="border-spacing: 0"><td style="padding: 0">${card}</td></table>`,
  'inline block': (card) => `<div style="display: inline-block; max-inline-size: 100%">${card}</div>`,
  'list item': (card) => `<ul style="margin: 0; padding: 0"><li>${card}</li></ul>`,
};

/**
 * Each card in each place, above content that would move. Each place begins at the top, because fractions of a pixel
 * add up.
 */
const everywhere = (given: string[]) =>
  Object.values(places)
    .map((around) => given.map((card) => `${around(card)}<p>below</p>`).join(''))
    .map((html) => `<section style="position: absolute; inset: 0 0 auto">${html}</section>`)
    .join('');

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** A page with a card, before any of our scripts. */
async function pageWith(html: string, width: number) {
  const { window } = await openPage();
  (window.frameElement as HTMLElement).style.cssText =
    `inline-size: ${width}px; block-size: 700px; border: 0`;
  const { document } = window;
  document.open();
  document.write(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
    <style>html { scrollbar-width: none } body { margin: 0; font: 16px / 1.5 sans-serif } p { margin: 0 }</style>
    <style>${await reserve}</style><body>${html}<p id="below">below</p>`);
  document.close();
  const shifts: string[] = [];
  const observer = new window.PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      shifts.push(
        `${value} ${sources.map(({ node }) => (node instanceof window.Element ? node.outerHTML : node?.nodeValue)).join()}`,
      );
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  return { window, document, shifts };
}

const frames = async ({ requestAnimationFrame }: Globals) => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
};

const selector =
  'visitor-info, visitor-asn, visitor-user-agent, visitor-map:not([slot]), visitor-country-select';

/** The box of each element. */
const boxesOf = (document: Document, selected = `${selector}, p`) =>
  [...document.querySelectorAll(selected)].map((element, i) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      name: `${i} ${element.localName} in ${element.parentElement?.outerHTML.slice(0, 50)}`,
      sides: [x, y, width, height],
    };
  });

/** The boxes that moved or changed size. Fractions of a pixel are ignored, because they add up. */
const moved = (document: Document, before: ReturnType<typeof boxesOf>, selected?: string) =>
  boxesOf(document, selected).flatMap(({ name, sides }, i) => {
    const was = before[i]?.sides ?? [];
    return sides.some((side, at) => !(Math.abs(side - (was[at] ?? Number.NaN)) < 0.5))
      ? [`${name}: ${was} → ${sides}`]
      : [];
  });

const all = (document: Document, state: string) =>
  until(
    () => [...document.querySelectorAll(selector)].every((element) => element.matches(`:state(${state})`)),
    `all ${state}`,
  );

/** Defines the elements in a page. Their lookup is sent when `send` is called. */
async function define(window: Globals, prefix: string): Promise<{ send: () => void }> {
  const { baseUrl } = countedVisit(prefix);
  const send = holdRequests(window);
  const { configure } = (await window.load('/src/index.ts')) as typeof import('../../../src/index.js');
  configure({
    baseUrl,
    apiKey: 'demo-open',
    flagsUrl: '/flags/',
    skipBots: false,
    storage: 'none',
    retries: 0,
    timeout: 60_000,
  });
  await window.load('/src/define.ts');
  return { send };
}

describe('a page has no layout shift: without a script, while pending, with data', () => {
  for (const width of [320, 600, 1280])
    it(`${width} pixels wide, in ${Object.keys(places).join(', ')}`, async () => {
      const html = everywhere(Object.values(cards));
      const { window, document, shifts } = await pageWith(html, width);
      await frames(window);
      const before = boxesOf(document);
      const { send } = await define(window, 'from/sample-vpn/');
      await all(document, 'pending');
      await frames(window);
      expect(moved(document, before), 'pending').to.deep.equal([]);
      send();
      await all(document, 'ready');
      await frames(window);
      const badges = document.querySelector('visitor-info')?.shadowRoot?.querySelector('[part="badges"]');
      expect(badges?.textContent).to.equal('VPNHosting');
      expect(moved(document, before), 'ready').to.deep.equal([]);
      expect(shifts).to.deep.equal([]);
    });
});

describe('a page before its script keeps the place of its elements', () => {
  /** Nothing moves when the elements are defined, their own content included. */
  async function expectNoMove(html: string, width: number) {
    const { window, document } = await pageWith(html, width);
    await frames(window);
    const content = `${selector}, p, b, section section`;
    const before = boxesOf(document, content);
    await define(window, 'from/sample-office/');
    await all(document, 'pending');
    await frames(window);
    expect(moved(document, before, content)).to.deep.equal([]);
  }

  for (const width of [200, 260, 290])
    it(`also for narrow cards, and for content of their own: ${width} pixels wide`, async () => {
      const { flex: _, ...others } = places;
      const narrow = Object.values(others).map((around) =>
        Object.values(cards)
          .map((card) => `${around(card)}<p>below</p>`)
          .join(''),
      );
      await expectNoMove(
        narrow
          .map((html) => `<section style="position: absolute; inset: 0 0 auto">${html}</section>`)
          .join(''),
        width,
      );
    });

  it('in lines that are far from each other', () =>
    expectNoMove(`<div style="line-height: 2.4">${everywhere(Object.values(cards))}</div>`, 600));

  it('with tokens of the page', () =>
    expectNoMove(
      `<div style="--visitor-padding: 1.5em; --visitor-row-padding: 0.6em; --visitor-flag-size: 3em">${everywhere(Object.values(cards))}</div>`,
      240,
    ));
});

describe('an element that is hidden', () => {
  it('has no place before the script runs, as afterwards', async () => {
    const hide = (card: string) => card.replace(/<visitor-(?!map slot)[\w-]+/, '$& hidden');
    const { document } = await pageWith(
      `<div>${Object.values(cards).map(hide).join('</div><div>')}</div>`,
      600,
    );
    const boxes = [...document.querySelectorAll(selector)].map((element) => element.getClientRects().length);
    expect(boxes).to.deep.equal(Object.values(cards).map(() => 0));
  });
});

describe('a page’s own layout of an element', () => {
  it('wins before the script runs as afterwards, so that no box moves', async () => {
    const html = `<style>visitor-country-select { display: inline-grid } visitor-info { max-inline-size: none }</style>
      <p>Not here? <visitor-country-select>Ship to</visitor-country-select></p><visitor-info></visitor-info>`;
    const { window, document } = await pageWith(html, 600);
    await frames(window);
    const before = boxesOf(document);
    (await define(window, 'from/sample-office/')).send();
    await all(document, 'ready');
    await frames(window);
    expect(moved(document, before)).to.deep.equal([]);
  });
});

describe('a server-rendered page has no layout shift', () => {
  for (const width of [320, 1280])
    it(`${width} pixels wide, in ${Object.keys(places).join(', ')}`, async () => {
      // A server's card with content of its own has no place for a footer.
      const { 'chosen fields': _, 'visitor-info with content and footers of its own': __, ...usual } = cards;
      const markup = Object.values(usual).join('<hr>');
      const rendered = await (await fetch(`/rendered?markup=${encodeURIComponent(markup)}`)).text();
      const { window, document, shifts } = await pageWith(everywhere(rendered.split('<hr>')), width);
      for (const element of document.querySelectorAll(selector))
        expect(element.shadowRoot, element.localName).to.be.instanceOf(window.ShadowRoot);
      await frames(window);
      const before = boxesOf(document);
      await window.load('/node_modules/@lit-labs/ssr-client/lit-element-hydrate-support.js');
      const { send } = await define(window, 'from/sample-office/');
      await frames(window);
      send();
      await all(document, 'ready');
      await frames(window);
      expect(moved(document, before)).to.deep.equal([]);
      expect(shifts).to.deep.equal([]);
    });

  it('shows the skeleton of an empty card, with the header’s shape, and says once that it loads', async () => {
    const rendered = await (await fetch('/rendered?markup=<visitor-info></visitor-info>')).text();
    const { document } = await pageWith(rendered, 320);
    const root = document.querySelector('visitor-info')?.shadowRoot;
    expect(root?.querySelectorAll('[part="row"]')).to.have.length(4);
    expect(root?.querySelector('[part="card"]')?.textContent?.trim()).to.equal('Loading');
    expect(
      root?.querySelector('[part="header"] .skeleton-line')?.getBoundingClientRect().width,
    ).to.be.greaterThan(20);
  });
});

describe('the space of a card with its own content', () => {
  it('is given up when the lookup fails', async () => {
    const { window, document } = await pageWith(cards['visitor-info with content of its own'], 320);
    const element = document.querySelector('visitor-info') as Element;
    const { height } = element.getBoundingClientRect();
    (await define(window, 'fault/status-500/')).send();
    await until(() => element.matches(':state(error)'), 'the failure');
    await frames(window);
    expect(height).to.be.greaterThan(200);
    expect(element.getBoundingClientRect().height).to.equal(24);
  });
});

describe('a compact card', () => {
  const addresses = ['203.0.113.199', '2a00:23c8::1', '2001:db8:85a3:8d3:1319:8a2e:370:7348'];
  const networks = ['Sky', 'Deutsche Telekom AG', 'British Telecommunications PLC'];

  it('keeps its height, however long the IP address and the network’s name are', async () => {
    const { window, document } = await pageWith(cards['layout compact'], 320);
    const element = document.querySelector('visitor-info') as VisitorInfo;
    await frames(window);
    const heights = [element.getBoundingClientRect().height];
    const { send } = await define(window, 'from/sample-office/');
    await all(document, 'pending');
    await frames(window);
    heights.push(element.getBoundingClientRect().height);
    send();
    await all(document, 'ready');
    for (const ip of addresses)
      for (const organization of networks) {
        const location = { city: 'Berlin', country: { code: 'DE' } };
        window.fetch = async () => window.Response.json({ ip, connection: { organization }, location });
        await element.refresh();
        await frames(window);
        expect(element.shadowRoot?.textContent).to.include(organization);
        heights.push(element.getBoundingClientRect().height);
      }
    expect([...new Set(heights)]).to.have.length(1);
  });
});

describe('a note that comes later', () => {
  it('uses reserved space: nothing moves and nothing is lost', async () => {
    const { window, document, shifts } = await pageWith(cards['visitor-info'], 320);
    (await define(window, 'from/sample-office/')).send();
    const element = document.querySelector('visitor-info') as Element;
    await until(() => element.matches(':state(ready)'), 'ready');
    await frames(window);
    const rows = () =>
      [...(element.shadowRoot?.querySelectorAll('dd') ?? [])].map((dd) => dd.getBoundingClientRect().y);
    const before = [boxesOf(document), rows()];
    // Age alone is no reason for a note.
    window.dispatchEvent(new window.Event('online'));
    await until(() => element.matches(':state(stale)'), 'stale data');
    await frames(window);
    expect(element.shadowRoot?.querySelector('[part="note"]')).to.equal(null);
    window.fetch = () => Promise.reject(new TypeError());
    void (element as VisitorInfo).refresh();
    await until(() => element.shadowRoot?.querySelector('[part="note"]'), 'the note');
    await frames(window);
    expect([boxesOf(document), rows()]).to.deep.equal(before);
    expect(shifts).to.deep.equal([]);
  });
});
