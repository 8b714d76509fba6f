import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folder } from '../../demo/mounts.js';
import { engines } from '../browsers.js';
import { importMap } from '../package/cdn.js';
import type { Running } from '../service/server.js';
import type { Walker } from './engine.js';
import { requestsOf, serveSite } from './site.js';
import { test as base, expect } from './static-site.js';

const esm = `${importMap()
  .replaceAll(/https:\/\/unpkg\.com\/visitor-elements@[^/]*/g, '')
  .replaceAll(/https:\/\/unpkg\.com\/(.+?)@[\d.]+\//g, '/node_modules/$1/')}
<script type="module">import 'visitor-elements/define.js';</script>`;

/** Puts the tag that a template holds into the page, as a tag manager would. */
const add = `<script>
  const { attributes } = document.querySelector('template').content.firstElementChild;
  const script = document.createElement('script');
  for (const { name, value } of attributes) script.setAttribute(name, value);
  document.body.append(script);
</script>`;

/** Ways to put the script into a page, with its address and settings for `…`, and the element for `*`. */
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

/** The beginning of a page, which writes down what the page says, and what goes wrong in it. */
const start = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><script nonce="once">
  globalThis.said = [];
  for (const level of ['warn', 'error']) console[level] = (...words) => said.push(words.join(' '));
  addEventListener('error', ({ message, target }) => said.push(message ?? target.outerHTML), true);
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => said.push(violatedDirective));
</script>`;
const element = '<visitor-value field="ip">an address</visitor-value>';

const settingsOf = (service: string) =>
  `data-base-url="${service}" data-api-key="demo-open" data-skip-bots="false" data-params="fields=ip" data-storage="none"`;

/** What the element has, or why it has nothing; what the page said; whether the global offers what is exported. */
const outcome = `new Promise((resolve) => {
  const look = () => {
    const { data, error } = document.querySelector('visitor-value');
    if (!data && !error) return setTimeout(look, 20);
    resolve({ data, code: error?.code, said, isGlobal: typeof globalThis.visitorElements?.origin?.ip === 'function' });
  };
  look();
})`;

/** What a card says whose lookup failed. */
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

const test = base.extend<object, { pages: Pages }>({
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const modules = folder(new URL('../../node_modules/', import.meta.url));
      const dist = folder(new URL('../../dist/', import.meta.url));
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
        // The page's own inline scripts have the nonce only where the script has it.
        const policy = page.includes('nonce="once" src') ? "script-src 'nonce-once'" : '';
        response.setHeader('content-security-policy', policy);
        return response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      });
      const open = (walker: Walker, markup: string) => {
        page = start + markup;
        return walker.goto(`${server.base}/${crypto.randomUUID()}`);
      };
      await use({ ...server, open });
      await server.close();
    },
    { scope: 'worker' },
  ],
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

  test(`a module that can't find its tag says why, and what helps: ${engine}`, async ({ pages, walk }) => {
    const walker = await walk(engine);
    const tag = `<script type="module" src="/renamed.js" ${settingsOf('/api/')}></script>`;
    await pages.open(walker, element + tag);
    const { data, said } = await walker.evaluate<{ data?: object; said: string[] }>(outcome);
    expect(data).toBeUndefined();
    expect(said).toContainEqual(expect.stringContaining('visitor-elements.min.js'));
    expect(said).toContainEqual(expect.stringContaining('configure'));
  });

  test(`a page from a disk has its visitor with a script, and keeps its own words with a module: ${engine}`, async ({
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
    // Such a page is read as Latin, unless it says otherwise, and so are its scripts.
    const failing = '<script src="visitor-elements.min.js"></script><visitor-info></visitor-info>';
    await walker.goto(await pageOf(failing));
    expect(await walker.evaluate(failure)).toBe('The lookup didn’t come through.');
    // Browsers load no module from a disk: nothing of ours runs. What drives Firefox here lets it.
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
