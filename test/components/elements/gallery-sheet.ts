import { galleryElements } from '../../../demo/browser/gallery.js';
import type { Settings } from '../../../src/index.js';
import { enterState, type galleryStates } from './gallery-states.js';
import { expect, put, settled, until, visit } from './support.js';

const arrived = (page: Element, state: string) => {
  const cards = [...page.querySelectorAll('visitor-info, visitor-asn, visitor-user-agent')];
  const all = (name: string) => cards.every((card) => card.matches(`:state(${name})`));
  if (/pending/.test(state)) return all('pending');
  if (/error/.test(state)) return all('error');
  if (state === 'idle') return all('idle');
  return cards.every((card) => card.matches(':state(ready), :state(error)'));
};

const realFetch = globalThis.fetch;
const { resolvedOptions } = Intl.DateTimeFormat.prototype;

/** Creates a column that contains every element in a given state. */
export async function sheetOf(
  state: (typeof galleryStates)[number],
  width: number,
  attributes = '',
): Promise<HTMLElement> {
  const { baseUrl } = visit('', { ...(state.settings as Settings) });
  enterState(state, baseUrl);
  const html = Object.values(galleryElements)
    .map((element) => `<div>${element(state.content ?? '')}</div>`)
    .join('');
  const page = put<HTMLElement>(
    `<main style="inline-size: ${width}px; background: Canvas; color: CanvasText" ${attributes}>${html}</main>`,
  );
  await until(() => arrived(page, state.name), `the state ${state.name}`);
  state.after?.();
  await settled();
  return page;
}

/** Undoes what a state changed in the page. For `afterEach`. */
export function leave(): void {
  globalThis.fetch = realFetch;
  Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
}

/** All elements with content for the visitor, in shadow roots and slots. */
function drawn(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.shadowRoot ? drawn(element.shadowRoot) : []),
    ...(element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('.visually-hidden, svg, option')
      ? [element]
      : []),
  ]);
}

const named = (element: Element) =>
  `${element.localName}.${element.className}[${element.getAttribute('part')}]`;

/** Elements whose text is wider or higher than the box that clips it. */
const cut = (page: Element) =>
  drawn(page).filter((element) => {
    const { overflowX } = getComputedStyle(element);
    const hides = overflowX !== 'visible' && !(element instanceof HTMLSelectElement);
    return (
      hides &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    );
  });

/** Elements that extend beyond the column. */
const outside = (page: Element) => {
  const box = page.getBoundingClientRect();
  return drawn(page).filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < box.left - 1 || right > box.right + 1);
  });
};

/** Lines of text that overlap others. */
function overlapping(page: Element): string[] {
  const lines = drawn(page).flatMap((element) =>
    [...element.childNodes]
      .filter((node): node is Text => node instanceof Text && node.data.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => ({ text: node.data.trim(), box }));
      }),
  );
  return lines.flatMap(({ text, box }, i) =>
    lines.slice(i + 1).flatMap((other) => {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // Line boxes are higher than their letters, so a small overlap is allowed.
      return wide > 1 && high > Math.min(box.height, other.box.height) / 3 ? [`${text} / ${other.text}`] : [];
    }),
  );
}

/** Expects that nothing in a column is clipped, extends beyond the column or overlaps anything. */
export function expectWhole(page: Element, when: string): void {
  expect(cut(page).map(named), `cut ${when}`).to.deep.equal([]);
  expect(outside(page).map(named), `outside ${when}`).to.deep.equal([]);
  expect(overlapping(page), `overlapping ${when}`).to.deep.equal([]);
}
