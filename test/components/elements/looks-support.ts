import type { Settings } from '../../../src/index.js';
import { setClock } from '../support/clock.js';
import { parts, put, reaches, settled, visit } from './support.js';

/* For the tests of looks: visits with given data, columns, and the boxes of parts. */

export const known = {
  ip: '192.0.2.44',
  connection: { asn: 64500, organization: 'Sample Broadband, Television and Telephone Cooperative' },
  location: {
    city: 'Berlin',
    region: { name: 'Berlin' },
    country: { code: 'DE' },
    latitude: 52.5,
    longitude: 13.4,
  },
  time_zone: { id: 'Europe/Berlin' },
  user_agent: {
    name: 'Firefox',
    version_major: '153',
    os: { name: 'Windows', version: '10' },
    device: { type: 'desktop' },
  },
};

export const { fetch: realFetch } = globalThis;
const { resolvedOptions } = Intl.DateTimeFormat.prototype;

/** Opens a visit whose IP lookup returns this data. */
export function visitOf(data: object, settings?: Settings): void {
  globalThis.fetch = async () => Response.json(data);
  visit('', settings);
}

/** Opens a visit whose lookup stays pending. */
export function visitPending(): void {
  globalThis.fetch = () => new Promise(() => {});
  visit();
}

// 12:30 in Berlin: the hour has two digits, which makes its text the widest.
beforeEach(() => {
  setClock('2026-06-01T10:30:00Z');
});

afterEach(() => {
  globalThis.fetch = realFetch;
  Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
});

export const part = (card: Element, name: string) => parts(card, name)[0] as HTMLElement;
export const boxOf = (element: Element) => element.getBoundingClientRect();

/** The last of our elements in some markup, in a given state, in a column of a given width. */
export async function inColumn(html: string, state: 'idle' | 'ready' | 'error' | 'pending', width = 320) {
  const column = put<HTMLElement>(`<div style="inline-size: ${width}px">${html}</div>`);
  const card = [...column.querySelectorAll('*')].find(({ localName }) => localName.includes('-')) as Element;
  await reaches(card, state);
  await settled();
  return { column, card };
}

/** Gives a column another width, as when a telephone is turned. */
export async function resize(column: HTMLElement, width: number): Promise<void> {
  column.style.inlineSize = `${width}px`;
  await new Promise(requestAnimationFrame);
}

/** Whether a line break splits a range. */
const isCut = (range: Range): boolean =>
  new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;

/** The words of a text that a line break splits. */
export function brokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (isCut(range)) broken.push(word);
    }
  return broken;
}

/** The labels of a domain name that a line break splits. */
export function brokenLabels(domain: Element): string[] {
  return [...domain.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    .filter((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return isCut(range);
    })
    .map((node) => node.nodeValue ?? '');
}
