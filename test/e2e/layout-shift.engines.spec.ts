import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveFolder } from '../../demo/mounts.js';
import { type Engine, engines } from '../support/browsers.js';
import { renderOnServer } from '../support/server-rendering.js';
import type { Running } from '../support/service.js';
import { expect, test } from './fixtures.js';
import { serveSite } from './site.js';

/*
 * A page with cards in each place, and the built package loaded in each way. The page pauses before the script and
 * before the response, so that each stage can be measured.
 */
const cards = [
  '<visitor-info></visitor-info>',
  '<visitor-info><visitor-map slot="header"></visitor-map></visitor-info>',
  '<visitor-info>Welcome, whoever you are.</visitor-info>',
  '<visitor-info>Welcome, <b>whoever</b> you are.<div>See you.</div></visitor-info>',
  '<visitor-asn></visitor-asn>',
  '<visitor-user-agent></visitor-user-agent>',
  '<visitor-info layout="compact"></visitor-info>',
  '<visitor-map></visitor-map>',
  '<visitor-map>The <b>world</b></visitor-map>',
];
const places: Record<string, (card: string) => string> = {
  block: (card) => `<div>${card}</div>`,
  flex: (card) => `<div style="display: flex">${card}</div>`,
  grid: (card) => `<div style="display: grid; grid-template-columns: auto">${card}</div>`,
  table: (card) => `<table style="border-spacing: 0"><tr><td style="padding: 0">${card}</table>`,
  'inline block': (card) => `<div style="display: inline-block; max-inline-size: 100%">${card}</div>`,
};

const settings = 'data-base-url="/api/fault/slow-400/from/sample-vpn/" data-api-key="demo-open"';
const script = (how: string, path = '/late/dist/visitor-elements.min.js') =>
  `<script ${how} src="${path}" ${settings} data-storage="none" data-skip-bots="false" data-timeout="60000"></script>`;
const modules = (...addresses: string[]) => `<script type="importmap">{"imports": {
    "lit": "/modules/lit/index.js", "lit/": "/modules/lit/", "lit-html": "/modules/lit-html/lit-html.js",
    "lit-html/": "/modules/lit-html/", "lit-element/": "/modules/lit-element/",
    "lit-element/lit-element.js": "/modules/lit-element/lit-element.js",
    "@lit/reactive-element": "/modules/@lit/reactive-element/reactive-element.js",
    "@lit/reactive-element/": "/modules/@lit/reactive-element/"
  }}</script><script type="module">
    await fetch('/late/dist/define.js');
    ${addresses.map((address) => `await import('${address}');`).join('\n')}
    const { configure } = await import('/dist/index.js');
    configure({ baseUrl: '/api/fault/slow-400/from/sample-vpn/', apiKey: 'demo-open', storage: 'none',
      skipBots: false, timeout: 60_000 });
    await import('/dist/define.js');
  </script>`;
const hydration = '/modules/@lit-labs/ssr-client/lit-element-hydrate-support.js';

interface Way {
  head?: string;
  end?: string;
  onServer?: boolean;
}
const ways: Record<string, Way> = {
  'a script that the parser waits for': { head: script('') },
  'a script with defer': { head: script('defer') },
  'a script with async': { head: script('async') },
  'a script at the end': { end: script('') },
  'a module': { head: modules() },
  'a module, after a server rendered them': { head: modules(hydration), onServer: true },
};

async function page({ head = '', end = '', onServer = false }: Way, where: string[]): Promise<string> {
  const html = where.flatMap((name) => cards.map((card) => `${places[name]?.(card)}<p>below</p>`));
  const body = onServer ? await renderOnServer(html.join('')) : html.join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>Nothing jumps</title>
    <style>html { scrollbar-width: none } body { margin: 0; font: 16px / 1.5 sans-serif } p { margin: 0 }</style>
    <link rel="stylesheet" href="/dist/reserve.css">
    <script>
      const shifts = [];
      if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries())
            shifts.push([value, ...sources.map(({ node }) =>
              (node?.outerHTML ?? node?.data ?? 'in a shadow tree').slice(0, 80))]);
        }).observe({ type: 'layout-shift', buffered: true });
      const elements = () => [...document.querySelectorAll(
        'visitor-info, visitor-asn, visitor-user-agent, visitor-map:not([slot]), p')];
      const boxes = () => elements().map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.localName, x, y, width, height];
      });
      // The first look is at whatever the page showed first.
      const looks = [];
      const look = () => {
        if (document.readyState !== 'loading') looks.push(boxes());
        if (!elements().every((element) => element.matches('p, :state(ready)'))) requestAnimationFrame(look);
        else requestAnimationFrame(() => requestAnimationFrame(() => {
          looks.push(boxes());
          globalThis.done = true;
        }));
      };
      requestAnimationFrame(look);
    </script>
    ${head}</head><body>${body}${end}</body></html>`;
}

/**
 * What moved, in Chromium also by its own layout-shift entries. Fractions of many cards add up to less than a pixel.
 */
const jumps = `(() => {
  const first = looks[0];
  return [...shifts, ...looks.flatMap((boxes) => boxes.flatMap((box, i) =>
    box.some((side, at) => at && !(Math.abs(side - first[i][at]) < 1)) ? [first[i] + ' → ' + box] : []))];
})()`;

let server: Running;
const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const dist = serveFolder(new URL('../../dist/', import.meta.url));
const installed = serveFolder(new URL('../../node_modules/', import.meta.url));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site.invalid');
  const [, place, rest = '/'] = pathname.match(/^\/(late\/dist|modules)(\/.*)$/) ?? [];
  if (place === 'late/dist') await later(300);
  if (place) {
    request.url = rest;
    return (place === 'modules' ? installed : dist)(request, response) as undefined;
  }
  const way = ways[searchParams.get('way') ?? ''];
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (pathname === '/widths') response.end(inAllWidths(`/?${searchParams}`));
  else if (way) await send(response, await page(way, searchParams.getAll('place')));
  else response.writeHead(404).end();
}

/** A page that a server rendered arrives piece by piece, and the browser shows what it has: cards with half of their lines. */
async function send(response: ServerResponse, html: string): Promise<void> {
  const lines = html.split(/(?=<span class="skeleton-line")/);
  for (let line = 0; line < lines.length; line += 5) {
    response.write(lines.slice(line, line + 5).join(''));
    await later(5);
  }
  response.end();
}

/** The narrowest and the widest: `room.test.ts` has widths between them. */
const widths = [320, 1280];

/** One page with a frame for each width, because some browsers' windows can't be as narrow as a phone. */
const inAllWidths = (address: string) => `<!doctype html><title>In all widths</title>
  <style>iframe { position: absolute; inset: 0; block-size: 900px; border: 0 }</style>
  ${widths.map((width) => `<iframe style="inline-size: ${width}px" src="${address}"></iframe>`).join('')}`;

test.beforeAll(async () => {
  server = await serveSite((request, response) => void answer(request, response));
});
test.afterAll(() => server.close());

/**
 * Chromium tries every way, and `room.test.ts` every place in it; the others try the most different ways, in each place.
 */
const waysIn = (engine: Engine) =>
  Object.keys(ways).filter((way) => engine === 'chromium' || /parser|server/.test(way));
const placesIn = (engine: Engine) => (engine === 'chromium' ? ['block'] : Object.keys(places));

for (const engine of engines)
  for (const way of waysIn(engine))
    test(`no box moves in ${engine}: ${way}`, async ({ walk }) => {
      const walker = await walk(engine);
      const inFrames = (expression: string) =>
        walker.evaluate(`Array.from(frames, (frame) => frame.eval(${JSON.stringify(expression)}))`);
      const query = new URLSearchParams([['way', way], ...placesIn(engine).map((name) => ['place', name])]);
      await walker.goto(`${server.base}/widths?${query}`);
      await expect
        .poll(() => inFrames('globalThis.done'), { timeout: 60_000 })
        .toEqual(widths.map(() => true));
      expect(await inFrames(jumps)).toEqual(widths.map(() => []));
    });

for (const card of ['<visitor-info></visitor-info>', '<visitor-info layout="compact"></visitor-info>'])
  test(`a card from a server has each line in its place before the next has come: ${card}`, async ({
    page,
  }) => {
    const pieces = (await renderOnServer(card)).split(/(?<=<span class="skeleton-line"><\/span>)/);
    const places = [];
    for (const count of pieces.keys()) {
      await page.setContent(`<!doctype html>${pieces.slice(0, count + 1).join('')}`);
      const lines = page.locator('.skeleton-line');
      places.push(await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().top)));
    }
    const whole = places.at(-1) ?? [];
    expect(whole.length).toBeGreaterThan(2);
    expect(places).toEqual(pieces.map((_, count) => whole.slice(0, count + 1)));
  });
