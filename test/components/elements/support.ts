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
import { thisPage } from '../../../src/lookup/page.js';
import { forgetOverride } from '../../../src/lookup/shared-state.js';
import { defaults, forgetHere } from '../support/page.js';
import { answered, type CountedVisit, countedVisit as place, unanswered, until } from '../support/service.js';

export { answered, expect, place, unanswered, until };

export type AnyElement = VisitorInfo | VisitorAsn | VisitorUserAgent | VisitorValue;

/**
 * A visitor's first page: nothing is known, nothing stored. Consent is granted, unless the settings require it.
 *
 * @param prefix Path prefixes of the service, such as `fault/drop/` or `from/1.1.1.1/`.
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
    // One request each. On a busy machine, a slow response must not look like a failing service.
    retries: 0,
    timeout: 60_000,
    ...settings,
  };
  configure({ ...defaults, ...own });
  if (own.consent !== 'required') grantConsent();
  return visited;
}

/** The visitor's next page, which has only what was stored. */
export function nextPage(): void {
  const areas = [sessionStorage, localStorage].map((area) => ({ area, kept: { ...area } }));
  forgetHere();
  for (const { area, kept } of areas) Object.assign(area, kept);
  grantConsent();
}

/** Has this page read the visitor's own choice from storage again, as a next page does. */
export function forgetReading(): void {
  forgetOverride(thisPage().state);
}

/** Each element's markup, for tests that need nothing special of it. */
export const markup = {
  'visitor-info': '<visitor-info></visitor-info>',
  'visitor-asn': '<visitor-asn></visitor-asn>',
  'visitor-user-agent': '<visitor-user-agent></visitor-user-agent>',
  'visitor-value': '<visitor-value field="ip">some address</visitor-value>',
};

/** Puts markup on the page. Returns its first element, before that has rendered. */
export const put = <E extends Element = AnyElement>(html: string): E => fixtureSync<E>(html);

/** Puts markup on the page. Returns its first element when that has rendered. */
const show = <E extends Element = AnyElement>(html: string): Promise<E> => fixture<E>(html);

const states = ['idle', 'pending', 'ready', 'stale', 'guessed', 'error'] as const;

/** The custom states an element has. */
export const statesOf = (element: Element): string[] =>
  states.filter((state) => element.matches(`:state(${state})`));

/** The names of all elements that the library's elements render. */
export const tags =
  'bdi button circle dd div dl dt g img label li option p path pattern select slot span style svg ul wbr'.split(
    ' ',
  );

/** Waits until an element has a custom state, even one that it has only briefly. */
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

/** Puts markup on the page. Returns its first element when that shows data. */
export const ready = async <E extends Element = AnyElement>(html: string): Promise<E> =>
  reaches(await show<E>(html), 'ready');

/** Puts markup on the page. Returns its first element when its lookup has failed. */
export const failed = async <E extends Element = AnyElement>(html: string): Promise<E> =>
  reaches(await show<E>(html), 'error');

/** An element's visible text. Spaces in a row count as one. */
export function shown({ shadowRoot }: Element): string {
  return shadowRoot ? read(shadowRoot).replace(/\s+/g, ' ').trim() : '';
}

function read(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return textOf(node);
  // Elements of a frame are instances of the frame's own classes.
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

/** The parts with a name in an element. */
export const parts = (element: Element, name: string): HTMLElement[] => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(`[part="${name}"]`) ?? []),
];

/** A card's rows: label → value. */
export const rows = (card: Element): Record<string, string> => {
  const values = parts(card, 'value').map((value) =>
    textOf(value.firstElementChild ?? value)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return Object.fromEntries(
    parts(card, 'label').map((label, row) => [textOf(label).trim(), values[row] ?? '']),
  );
};

/** Sets the browser's time zone, because the machine's may belong to no country. */
export const moveToParis = (): void => moveToZone('Europe/Paris');

/** Puts the browser in a time zone. */
export function moveToZone(timeZone: string): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone };
  };
}

/** Records the elements' events that reach a target. */
export function hear(target: EventTarget = document): { type: string; target: EventTarget | null }[] {
  const heard: { type: string; target: EventTarget | null }[] = [];
  for (const type of ['visitor-load', 'visitor-error'])
    target.addEventListener(type, (event) => heard.push({ type, target: event.target }));
  return heard;
}

const methods = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** Records what tests print on the console, and keeps the console quiet. */
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

/** Resolves after two frames, when pending updates are done. */
export const settled = async (): Promise<void> => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
};
