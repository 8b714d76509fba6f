import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importMap, importMapTag } from '../../build/import-map.js';
import { serveFolder } from '../../demo/mounts.js';
import { engines } from '../support/browsers.js';
import type { Running } from '../support/service.js';
import type { Walker } from './engine.js';
import { test as base, expect } from './fixtures.js';
import { requestsOf, serveSite } from './site.js';

const esm = `${importMapTag(importMap())
  .replaceAll(/https:\/\/unpkg\.com\/visitor-elements@[^/]*/g, '')
  .replaceAll(/https:\/\/unpkg\.com\/(.+?)@[\d.]+\//g, '/node_modules/$1/')}
<script type="module">import 'visitor-elements/define.js';</script>`;

/** Inserts the tag that a template contains, as a tag manager does. */
const add = `<script>
  const { attributes } = document.querySelector('template').content.firstElementChild;
  const script = document.createElement('script');
  for (const { name, value } of attributes) script.setAttribute(name, value);
  document.body.append(script);
</script>`;

/** Ways to load the script, with `…` for its URL and settings, and `*` for the element. */
const ways = {
  'in the head': '<script …></script>*',
  'in the head, with defer': '<script defer …></script>*',
  'in the head, with async': '<script async …></script>*',
  'at the end': '*<script …></script>',
  'at the end, with a nonce': '*<script nonce="once" …></script>',
  twice: '<script …></script>*<script …></script>',
  'beside the modules': `${esm}<script …></script>*`,
  'added by a script': `*<template><script …></script></template>${add}`,
  'as a module in the head': '<script type="module" …></script>*',
  'as a module with async': '<script type="module" async …></script>*',
  'as a module at the end': '*<script type="Module" …></script>',
  'as a module with a nonce': '<script type="module" nonce="once" …></script>*',
  'as a module, twice': '<script type="module" …></script>*<script type="module" …></script>',
  'as a module and as a script': '<script …></script>*<script type="module" …></script>',
  'as a module before the modules': `${esm}<script type="module" …></script>*`,
  'as a module after the modules': `*${esm}<script type="module" …></script>`,
  'as a module that a script adds': `*<template><script type="module" …></script></template>${add}`,
};

/** The start of each page, which records console messages and errors. */
const start = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><script nonce="once">
  globalThis.said = [];
  for (const level of ['warn', 'error']) console[level] = (...words) => said.push(words.join(' '));
  addEventListener('error', ({ message, target }) => said.push(message ?? target.outerHTML), true);
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => said.push(violatedDirective));
</script>`;
const element = '<visitor-value field="ip">an address</visitor-value>';

const settingsOf = (service: string) =>
  `data-base-url="${service}" data-api-key="demo-open" data-skip-bots="false" data-params="fields=ip" data-storage="none"`;

/** The element's data or error, the page's messages, and whether the global has the exports. */
const outcome = `new Promise((resolve) => {
  const look = () => {
    const { data, error } = document.querySelector('visitor-value');
    if (!data && !error) return setTimeout(look, 20);
    resolve({ data, code: error?.code, said, isGlobal: typeof globalThis.visitorElements?.origin?.ip === 'function' });
  };
  look();
})`;

/** The text of a card whose lookup failed. */
const failure = `new Promise((resolve) => {
  const look = () => {
    const { textContent } = document.querySelector('visitor-info').shadowRoot?.querySelector('[part=error]') ?? {};
    if (textContent === undefined) return setTimeout(look, 20);
    resolve(textContent.trim());
  };
  look();
})`;

interface Pages extends Running {
  /** Opens a page with this markup in a browser. */
  open(walker: Walker, markup: string): Promise<void>;
}

async function servePages(): Promise<Pages> {
  const modules = serveFolder(new URL('../../node_modules/', import.meta.url));
  const dist = serveFolder(new URL('../../dist/', import.meta.url));
  let page = '';
  const server = await serveSite((request, response) => {
    if (request.url?.startsWith('/node_modules/')) {
      request.url = request.url.slice('/node_modules'.length);
      return modules(request, response);
    }
    if (request.url === '/renamed.js') {
      request.url = '/visitor-elements.min.js';
      return dist(request, response);
    }
    // The page's own inline scripts have the nonce only if the script has it.
    const policy = page.includes('nonce="once" src') ? "script-src 'nonce-once'" : '';
    response.setHeader('content-security-policy', policy);
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  const open = (walker: Walker, markup: string) => {
    page = start + markup;
    return walker.goto(`${server.base}/${crypto.randomUUID()}`);
  };
  return { ...server, open };
}

const test = base.extend<{ pages: Pages }>({
  pages: async ({ shared }, use) => use(await shared(servePages)),
});

for (const engine of engines) {
  test(`the script reads the settings of its tag, however it is loaded: ${engine}`, async ({
    pages,
    walk,
  }) => {
    const walker = await walk(engine);
    for (const [way, markup] of Object.entries(ways)) {
      const visit = crypto.randomUUID();
      const tag = `src="/dist/visitor-elements.min.js" ${settingsOf(`/api/visit/${visit}/`)}`;
      await pages.open(walker, markup.replaceAll('…', tag).replace('*', element));
      const found = { data: { ip: '81.2.69.142' }, said: [], isGlobal: true };
      expect(await walker.evaluate(outcome), way).toEqual(found);
      expect(await requestsOf(pages.base, visit), way).toBe(1);
    }
  });

  test(`a page from a disk has data with a classic script, and keeps its own content with a module: ${engine}`, async ({
    pages,
    walk,
  }) => {
    const walker = await walk(engine);
    const place = await mkdtemp(join(tmpdir(), 'visitor-elements-'));
    await copyFile(
      new URL('../../dist/visitor-elements.min.js', import.meta.url),
      join(place, 'visitor-elements.min.js'),
    );
    const tag = `src="visitor-elements.min.js" ${settingsOf(`${pages.base}/api/`)}`;
    const pageOf = async (markup: string) => {
      const file = join(place, `${crypto.randomUUID()}.html`);
      await writeFile(file, start + markup);
      return pathToFileURL(file).href;
    };
    await walker.goto(await pageOf(`<script ${tag}></script>${element}`));
    expect(await walker.evaluate(outcome)).toEqual({ data: { ip: '81.2.69.142' }, said: [], isGlobal: true });
    // Without a declared encoding, the page and its scripts are read as Latin-1.
    const failing = '<script src="visitor-elements.min.js"></script><visitor-info></visitor-info>';
    await walker.goto(await pageOf(failing));
    expect(await walker.evaluate(failure)).toBe('Couldn’t load your details');
    // Browsers load no module from a `file:` URL, so the library doesn't run. The driver of Firefox allows it here.
    await walker.goto(await pageOf(`<script type="module" ${tag}></script>${element}`));
    if (engine === 'firefox')
      expect(await walker.evaluate(outcome)).toHaveProperty('data', { ip: '81.2.69.142' });
    else
      expect(await walker.evaluate('[document.body.innerText.trim(), typeof visitorElements]')).toEqual([
        'an address',
        'undefined',
      ]);
    await rm(place, { recursive: true });
  });
}

test('the lookup is sent before Lit is evaluated if an element needs it, and otherwise never', async ({
  pages,
  walk,
}) => {
  const walker = await walk('chromium');
  const note = `<script>
    globalThis.early = [];
    const send = fetch;
    fetch = (...given) => {
      early.push(!customElements.get('visitor-value'));
      return send(...given);
    };
  </script>`;
  const lazy =
    '<visitor-value loading="lazy" field="ip" style="position: absolute; top: 9000px"></visitor-value>';
  const own = '<visitor-value base-url="/api/" field="ip">an address</visitor-value>';
  // As another copy of the package shares it with this one.
  const waitsForConsent = `<script>
    globalThis[Symbol.for('visitor-elements')] = { settings: { consent: 'required' }, revokes: 0, listeners: new Set() };
  </script>`;
  const isCrawler = `<script>Object.defineProperty(navigator, 'userAgent', { value: 'Googlebot/2.1' });</script>`;
  const onSignal = '<template data-gpc="true">Sent</template>';
  const cases: [markup: string, early: boolean[]][] = [
    [`*<script …></script>`, [true]],
    ['<script defer …></script>*', [true]],
    ['<script …></script>*', [false]],
    ['<script data-expose …></script>', [true]],
    [`${own}<script …></script>`, [false]],
    [`${lazy}<script …></script>`, []],
    ['<visitor-card></visitor-card><script …></script>', []],
    ['*<script data-consent="required" …></script>', []],
    [`*<script data-initial-data='{"ip": "192.0.2.1"}' …></script>`, []],
    [`*${isCrawler}<script data-skip-bots="true" …></script>`, []],
    // Its file isn't loaded. With the file, the request would have the service's own parameter for the key.
    ['*<script data-service="ipinfo" …></script>', []],
    // Another tab may have the data, or send the request.
    ['*<script data-storage="local" …></script>', [false]],
    ['<visitor-value from="asn" field="asn">a network</visitor-value><script …></script>', [false]],
    ['<visitor-value params="a=b" field="ip">an address</visitor-value><script …></script>', [false]],
    ['<visitor-value api-key="demo-open" field="ip">an address</visitor-value><script …></script>', [false]],
    ['<visitor-value auth="header" field="ip">an address</visitor-value><script …></script>', [false]],
    // Without a key. A later script may set it.
    [
      '*<script src="/dist/visitor-elements.min.js" data-base-url="/api/" data-skip-bots="false"></script>',
      [],
    ],
    [`*${waitsForConsent}<script …></script>`, []],
    [
      `<visitor-switch>${onSignal}<template data-country="GB">Home</template></visitor-switch><script …></script>`,
      [true],
    ],
    [
      `<visitor-switch><template data-country="@home">Home</template></visitor-switch><script data-groups='{"home": "GB"}' …></script>`,
      [true],
    ],
    [`<visitor-switch>${onSignal}${onSignal}</visitor-switch><script …></script>`, []],
    [`<script …></script><visitor-switch>${onSignal}</visitor-switch>`, []],
  ];
  for (const [markup, expected] of cases) {
    const visit = crypto.randomUUID();
    const tag = `src="/dist/visitor-elements.min.js" ${settingsOf(`/api/visit/${visit}/`)}`;
    await pages.open(walker, note + markup.replaceAll('…', tag).replace('*', element));
    const look = `new Promise((resolve) => {
      const look = () => early.length < ${expected.length} ? setTimeout(look, 20) : setTimeout(() => resolve(early));
      look();
    })`;
    expect(await walker.evaluate(look), markup).toEqual(expected);
  }
});

test('a script after the tag has the whole global and the elements', async ({ pages, walk }) => {
  const walker = await walk('chromium');
  const look = `<script>globalThis.found = [typeof visitorElements?.origin.ip, Boolean(customElements.get('visitor-switch'))];</script>`;
  for (const name of ['elements', 'core'])
    for (const markup of [
      `<script …></script>${look}`,
      `<script …></script>${look}*`,
      `*<script …></script>${look}`,
    ]) {
      const tag = `src="/dist/visitor-${name}.min.js" ${settingsOf('/api/')}`;
      await pages.open(walker, markup.replaceAll('…', tag).replace('*', element));
      expect(await walker.evaluate('found'), `${name}: ${markup}`).toEqual(['function', true]);
    }
});

test('the core script shows values, sends no request for elements that it lacks, and disturbs no other script', async ({
  pages,
  walk,
}) => {
  const walker = await walk('chromium');
  const open = async (markup: string) => {
    const visit = crypto.randomUUID();
    const tag = (name: string) =>
      `<script src="/dist/visitor-${name}.min.js" ${settingsOf(`/api/visit/${visit}/`)}></script>`;
    await pages.open(walker, markup.replace('CORE', tag('core')).replaceAll('WHOLE', tag('elements')));
    return () => requestsOf(pages.base, visit);
  };
  const found = { data: { ip: '81.2.69.142' }, said: [], isGlobal: true };
  const requests = await open(`${element}CORE`);
  expect(await walker.evaluate(outcome)).toEqual(found);
  expect(await requests()).toBe(1);
  expect(
    await walker.evaluate('["VisitorInfo" in visitorElements, "VisitorSwitch" in visitorElements]'),
  ).toEqual([false, true]);
  const none = await open('<visitor-info></visitor-info>CORE');
  await walker.evaluate('new Promise((resolve) => setTimeout(resolve))');
  expect(await none()).toBe(0);
  for (const markup of ['COREWHOLE', 'WHOLECORE']) {
    await open(`${element}<visitor-info></visitor-info>${markup}`);
    expect(await walker.evaluate(outcome), markup).toEqual(found);
    expect(await walker.evaluate('"VisitorInfo" in visitorElements'), markup).toBe(true);
    expect(await walker.evaluate('Boolean(customElements.get("visitor-info"))'), markup).toBe(true);
  }
  // In any order, each script runs once: its global has the classes that are registered.
  await open(`${element}<visitor-info></visitor-info>WHOLECOREWHOLE`);
  expect(await walker.evaluate(outcome)).toEqual(found);
  expect(await walker.evaluate('visitorElements.VisitorInfo === customElements.get("visitor-info")')).toBe(
    true,
  );
});

test('countries.js works, however and whenever it is loaded', async ({ pages, walk }) => {
  const walker = await walk('chromium');
  const data = JSON.stringify({ location: { country: { code: 'DE' } } }).replaceAll('"', '&quot;');
  const tag = `<script src="/dist/visitor-elements.min.js" data-skip-bots="false" data-initial-data="${data}"></script>`;
  const value = '<visitor-value field="currency.code" as="text">some currency</visitor-value>';
  const look = `new Promise((resolve) => {
    const look = () => {
      const text = document.querySelector('visitor-value').shadowRoot?.textContent.trim();
      if (!text) return setTimeout(look, 20);
      resolve([text, said]);
    };
    look();
  })`;
  for (const markup of [
    `<script src="/dist/countries.js"></script>${tag}${value}`,
    `${tag}${value}<script src="/dist/countries.js"></script>`,
    `${tag}${value}<script type="module" src="/dist/countries.js"></script>`,
  ]) {
    await pages.open(walker, markup);
    expect(await walker.evaluate(look), markup).toEqual(['EUR', []]);
  }
});

test('a module that can’t find its tag reports why and what to do', async ({ pages, walk }) => {
  const walker = await walk('chromium');
  const tag = `<script type="module" src="/renamed.js" ${settingsOf('/api/')}></script>`;
  await pages.open(walker, element + tag);
  const { data, said } = await walker.evaluate<{ data?: object; said: string[] }>(outcome);
  expect(data).toBeUndefined();
  expect(said).toContainEqual(expect.stringContaining('visitor-elements.min.js'));
  expect(said).toContainEqual(expect.stringContaining('configure'));
});
