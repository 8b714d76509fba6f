import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Site } from './site.js';
import type { Subject } from './subjects.js';
import { openPage } from './visits.js';

const rounds = 25;
/** Pages in which a thousand values are measured: one page differs from the next by a quarter. */
const pages = 9;

async function open(browser: Browser, site: Site, subject: Subject): Promise<Page> {
  const page = await browser.newPage();
  // The compiler marks functions with this helper, which the page doesn't have.
  await page.addInitScript('globalThis.__name = (marked) => marked');
  await openPage(site, subject, 1, page);
  return page;
}

/**
 * Milliseconds until a thousand values are laid out, in interleaved rounds of several pages: text alone, a bare `LitElement`
 * that renders the text, and ours.
 */
export async function thousand(browser: Browser, site: Site, subjects: [Subject, Subject]) {
  const times: Record<Way, number[]> = { span: [], 'bare-text': [], 'visitor-value': [] };
  for (let turn = 0; turn < pages; turn++)
    for (const [way, taken] of Object.entries(await thousandInPage(browser, site, subjects)))
      times[way as Way].push(...taken);
  return times;
}

type Way = 'span' | 'bare-text' | 'visitor-value';

async function thousandInPage(browser: Browser, site: Site, [bare, ours]: [Subject, Subject]) {
  const page = await open(browser, site, { ...ours, head: (at) => bare.head(at) + ours.head(at) });
  const times = await page.evaluate(async (count) => {
    const many = (name: string) => Array.from({ length: 1000 }, () => document.createElement(name));
    const text = 'United Kingdom';
    type Lit = HTMLElement & { text: string; field: string; updateComplete: Promise<unknown> };
    const ways: Record<string, (elements: Lit[]) => unknown> = {
      span: (elements) => {
        for (const element of elements) element.textContent = text;
      },
      'bare-text': (elements) => {
        for (const element of elements) element.text = text;
        return elements.at(-1)?.updateComplete;
      },
      'visitor-value': (elements) => {
        for (const element of elements) element.field = 'location.country.name';
        return elements.at(-1)?.updateComplete;
      },
    };
    const taken: Record<string, number[]> = { span: [], 'bare-text': [], 'visitor-value': [] };
    for (let round = 0; round < count; round++)
      for (const [name, fill] of Object.entries(ways)) {
        const elements = many(name) as Lit[];
        const host = document.createElement('div');
        const start = performance.now();
        document.body.append(host);
        host.append(...elements);
        await fill(elements);
        host.getBoundingClientRect();
        taken[name]?.push(performance.now() - start);
        host.remove();
      }
    return taken;
  }, rounds);
  await page.close();
  return times as Record<Way, number[]>;
}

/** The bytes by which the heap grows when an element is added and removed 10,000 times. */
export async function heapGrowth(browser: Browser, site: Site, subject: Subject): Promise<number> {
  const page = await open(browser, site, subject);
  const session = await page.context().newCDPSession(page);
  const turn = (times: number) =>
    page.evaluate(
      async ([tag, count]) => {
        const element = document.querySelector<HTMLElement & { updateComplete: Promise<unknown> }>(tag);
        const home = element?.parentElement;
        for (let round = 0; round < count; round++) {
          element?.remove();
          if (element) home?.append(element);
          if (round % 100 === 0) await element?.updateComplete;
        }
      },
      [subject.tag ?? '', times] as const,
    );
  await turn(1000);
  const before = await heap(session);
  await turn(10_000);
  const after = await heap(session);
  await page.close();
  return after - before;
}

async function heap(session: CDPSession): Promise<number> {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
