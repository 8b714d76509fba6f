/*
 * npx tsx test/benchmarks/values.ts
 *
 * A thousand values on one page, in Chromium, with the built script: the time until they are laid out, compared with a
 * thousand plain texts and a thousand minimal LitElements, and the memory that 10,000 of them leave behind.
 */
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { chromiumArgs, installedChromium } from '../support/browsers.js';

const rounds = 31;
const script = fileURLToPath(new URL('../../dist/visitor-elements.min.js', import.meta.url));
const bareElement = `import { LitElement } from 'lit';
  customElements.define('bare-value', class extends LitElement {
    static properties = { text: {} };
    render() { return this.text; }
  });`;

/** Medians in milliseconds. */
export interface Thousand {
  /** `textContent` of spans. */
  plain: number;
  /** A LitElement that renders a string. */
  bare: number;
  /** `<visitor-value>`, with known data. */
  values: number;
}

/** Measures a thousand of each kind in turns, from when they enter the page until they are laid out. */
export async function thousandValues(browser: Browser): Promise<Thousand> {
  const page = await openPage(browser);
  const times = await page.evaluate(async (rounds) => {
    const text = 'United Kingdom';
    const kinds = {
      plain: { tag: 'span', set: () => undefined },
      bare: { tag: 'bare-value', set: (element: Element) => Object.assign(element, { text }) },
      values: {
        tag: 'visitor-value',
        set: (element: Element) => Object.assign(element, { field: 'location.country.name' }),
      },
    };
    const times = { plain: [] as number[], bare: [] as number[], values: [] as number[] };
    for (let round = 0; round < rounds; round++)
      for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
        const { tag, set } = kinds[kind];
        const elements = Array.from({ length: 1000 }, () => document.createElement(tag));
        elements.forEach(set);
        const host = document.createElement('div');
        // Work left over from the last turn must not run in this one.
        await new Promise((resolve) => setTimeout(resolve, 20));
        const start = performance.now();
        document.body.append(host);
        host.append(...elements);
        if (kind === 'plain') for (const element of elements) element.textContent = text;
        await (elements.at(-1) as { updateComplete?: Promise<unknown> } & Element).updateComplete;
        host.getBoundingClientRect();
        times[kind].push(performance.now() - start);
        const shown = elements.every((element) => (element.shadowRoot ?? element).textContent === text);
        if (!shown) throw new Error(`Not all of ${kind} were rendered in one task.`);
        host.remove();
      }
    return times;
  }, rounds);
  await page.close();
  return { plain: median(times.plain), bare: median(times.bare), values: median(times.values) };
}

/** The bytes by which the page's heap grows while 10,000 values are added and removed, after a first such round. */
export async function heapGrowth(browser: Browser): Promise<number> {
  const page = await openPage(browser);
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await page.evaluate(async () => {
      const html = '<visitor-value field="location.country.name">a place</visitor-value>'.repeat(1000);
      for (let round = 0; round < 10; round++) {
        const home = document.createElement('div');
        home.innerHTML = html;
        document.body.append(home);
        await (home.lastElementChild as { updateComplete?: Promise<unknown> } & Element).updateComplete;
        home.remove();
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  };
  await used();
  const before = await used();
  const growth = (await used()) - before;
  await page.close();
  return growth;
}

/** A page whose lookup has data. */
async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent('<!doctype html><html lang="en"><title>values</title>');
  // The compiler marks functions with this helper, which the page doesn't have.
  await page.addScriptTag({ content: 'globalThis.__name = (marked) => marked' });
  const { outputFiles } = await build({
    stdin: { contents: bareElement, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    conditions: ['production'],
    write: false,
  });
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  await page.addScriptTag({ path: script });
  await page.evaluate(async () => {
    const { visitorElements } = globalThis as unknown as {
      visitorElements: typeof import('../../src/index.js');
    };
    const data = { ip: '192.0.2.1', location: { country: { code: 'GB', name: 'United Kingdom' } } };
    globalThis.fetch = async () => new Response(JSON.stringify(data));
    visitorElements.configure({ baseUrl: 'https://lookup.example/', auth: 'none', skipBots: false });
    await visitorElements.origin.ip();
  });
  return page;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const executablePath = installedChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  });
  const { plain, bare, values } = await thousandValues(browser);
  const growth = await heapGrowth(browser);
  await browser.close();
  console.table({
    'textContent of a thousand spans, ms': plain.toFixed(1),
    'a thousand bare LitElements, ms': bare.toFixed(1),
    'a thousand <visitor-value>, ms': values.toFixed(1),
    'times textContent (aim: at most 2.3)': (values / plain).toFixed(2),
    'times a bare LitElement (aim: at most 1.5)': (values / bare).toFixed(2),
    'heap after 10,000 more came and went, kB': (growth / 1024).toFixed(1),
  });
}
