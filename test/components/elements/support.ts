import { expect, fixture, fixtureSync } from '@open-wc/testing';
import '../../../src/define.js';
import {
  clearOverride,
  configure,
  grantConsent,
  type Settings,
  type VisitorAsn,
  type VisitorInfo,
  type VisitorUserAgent,
  type VisitorValue,
} from '../../../src/index.js';
import { defaults, forgetHere } from '../support/page.js';
import { answered, type CountedVisit, countedVisit as place, unanswered, until } from '../support/service.js';

export { answered, expect, place, unanswered, until };

export type AnyElement = VisitorInfo | VisitorAsn | VisitorUserAgent | VisitorValue;

/**
 * A visitor's first page: nothing is known, nothing stored. The visitor has consented, but where that is required.
 *
 * @param prefix What the service is to do, such as `fault/drop/` or `from/1.1.1.1/`.
 */
export function visit(prefix = '', settings: Settings = {}): CountedVisit {
  clearOverride();
  forgetHere();
  sessionStorage.clear();
  localStorage.clear();
  const visited = place(prefix);
  const own = {
    baseUrl: visited.baseUrl,
    apiKey: 'demo-open',
    flagsUrl: '/flags/',
    // One request each; and a busy machine, which is slow to answer, must not look like a service that fails.
    retries: 0,
    timeout: 60_000,
    ...settings,
  };
  configure({ ...defaults, ...own });
  if (own.consent !== 'required') grantConsent();
  return visited;
}

/** The visitor's next page: only the answers that were stored are known. */
export function nextPage(): void {
  const areas = [sessionStorage, localStorage].map((area) => ({ area, kept: { ...area } }));
  forgetHere();
  for (const { area, kept } of areas) Object.assign(area, kept);
  grantConsent();
}

/** How the elements are written where nothing special is asked of them. */
export const markup = {
  'visitor-info': '<visitor-info></visitor-info>',
  'visitor-asn': '<visitor-asn></visitor-asn>',
  'visitor-user-agent': '<visitor-user-agent></visitor-user-agent>',
  'visitor-value': '<visitor-value field="ip">some address</visitor-value>',
};

/** Puts markup on the page; gives its first element, before that rendered. */
export const put = <E extends Element = AnyElement>(html: string): E => fixtureSync<E>(html);

/** Puts markup on the page; gives its first element once that rendered. */
const show = <E extends Element = AnyElement>(html: string): Promise<E> => fixture<E>(html);

const states = ['idle', 'pending', 'ready', 'stale', 'guessed', 'error'] as const;

/** The custom states an element has. */
export const statesOf = (element: Element): string[] =>
  states.filter((state) => element.matches(`:state(${state})`));

/** All that elements are made of. */
export const tags =
  'bdi button circle dd div dl dt g img label li option p path pattern select slot span style svg ul wbr'.split(
    ' ',
  );

/** Waits until an element has a custom state; sees also one that it has only until an answer comes. */
export async function reaches<E extends Element>(element: E, state: (typeof states)[number]): Promise<E> {
  const has = () => element.matches(`:state(${state})`);
  for (let microtask = 0; microtask < 50 && !has(); microtask++) await Promise.resolve();
  await until(
    has,
    () =>
      `<${element.localName}> with the state ${state}, which has ${statesOf(element)} (${Reflect.get(element, 'error')}),`,
  );
  return element;
}

/** Puts markup on the page; gives its first element once that shows data. */
export const ready = async <E extends Element = AnyElement>(html: string): Promise<E> =>
  reaches(await show<E>(html), 'ready');

/** Puts markup on the page; gives its first element once its lookup failed. */
export const failed = async <E extends Element = AnyElement>(html: string): Promise<E> =>
  reaches(await show<E>(html), 'error');

/** What a person sees in an element's place; spaces in a row count as one. */
export function shown({ shadowRoot }: Element): string {
  return shadowRoot ? read(shadowRoot).replace(/\s+/g, ' ').trim() : '';
}

function read(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return textOf(node);
  // In a frame, its classes are others.
  const slot = node.nodeName === 'SLOT' ? (node as HTMLSlotElement) : undefined;
  const slotted = slot?.assignedNodes().map(textOf).join('');
  return slotted || (!slot && isHidden(node) ? '' : [...node.childNodes].map(read).join(''));
}

function isHidden(node: Node): boolean {
  if (node.nodeType !== Node.ELEMENT_NODE) return false;
  return !(node as Element).checkVisibility(visible) || (node as Element).matches('.visually-hidden');
}

const visible = { visibilityProperty: true };

const textOf = ({ textContent }: Node) => textContent ?? '';

const all = (element: Element, part: string) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(`[part="${part}"]`) ?? []),
];

/** The parts of that name in an element. */
export const parts = all;

/** A card's rows: label → value. */
export const rows = (card: Element): Record<string, string> => {
  const values = all(card, 'value').map((value) =>
    textOf(value.firstElementChild ?? value)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return Object.fromEntries(
    all(card, 'label').map((label, row) => [textOf(label).trim(), values[row] ?? '']),
  );
};

/** Makes the browser tell another time zone than the machine's, which may be none of a country. */
export function moveToParis(): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: 'Europe/Paris' };
  };
}

/** Hears the events of elements below a target. */
export function hear(target: EventTarget = document): { type: string; target: EventTarget | null }[] {
  const heard: { type: string; target: EventTarget | null }[] = [];
  for (const type of ['visitor-load', 'visitor-error'])
    target.addEventListener(type, (event) => heard.push({ type, target: event.target }));
  return heard;
}

const methods = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** What the console is told in each of these tests, and nobody reads. */
export function hearConsole(): string[] {
  const said: string[] = [];
  const real = Object.fromEntries(methods.map((method) => [method, console[method]]));
  before(() => {
    for (const method of methods) console[method] = (...words) => said.push(words.join(' '));
  });
  beforeEach(() => {
    said.length = 0;
  });
  after(() => Object.assign(console, real));
  return said;
}

/** Resolves after two frames: what the page does by itself, it has done. */
export const settled = async (): Promise<void> => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
};
