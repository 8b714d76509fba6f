import { elements, enter, states } from '../../../demo/gallery/states.js';
import '../../../src/labels/ar.js';
import '../../../src/labels/de.js';
import type { Settings } from '../../../src/index.js';
import { expect, hearConsole, put, settled, until, visit } from './support.js';

/** Every part of what elements draw that a person reads or uses, inside them and their slots. */
function drawn(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.shadowRoot ? drawn(element.shadowRoot) : []),
    ...(element.checkVisibility({ visibilityProperty: true }) && !element.closest('.said, svg, option')
      ? [element]
      : []),
  ]);
}

const named = (element: Element) =>
  `${element.localName}.${element.className}[${element.getAttribute('part')}]`;

/** What is cut off: text that is wider or higher than the box that hides it. */
const cut = (page: Element) =>
  drawn(page).filter((element) => {
    const { overflowX } = getComputedStyle(element);
    const hides = overflowX !== 'visible' && !(element instanceof HTMLSelectElement);
    return (
      hides &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    );
  });

/** What sticks out of the page's column. */
const outside = (page: Element) => {
  const box = page.getBoundingClientRect();
  return drawn(page).filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < box.left - 1 || right > box.right + 1);
  });
};

/** Lines of text that lie on others. */
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
      // Boxes of lines are higher than their letters.
      return wide > 1 && high > Math.min(box.height, other.box.height) / 3 ? [`${text} / ${other.text}`] : [];
    }),
  );
}

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

/** A column of a page with every element in a state. */
async function sheetOf(state: (typeof states)[number], width: number, attributes = ''): Promise<Element> {
  const { baseUrl } = visit('', { ...(state.settings as Settings) });
  enter(state, baseUrl);
  const html = Object.values(elements)
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

describe('the gallery: nothing is cut, sticks out or lies on something else', () => {
  hearConsole();

  afterEach(() => {
    globalThis.fetch = realFetch;
    Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
  });

  for (const state of states)
    for (const width of [180, 320, 600])
      for (const attributes of ['lang="en"', 'dir="rtl" lang="ar"'])
        it(`${state.name}, ${width} pixels wide, ${attributes}`, async () => {
          const page = await sheetOf(state, width, attributes);
          expect(cut(page).map(named), 'cut').to.deep.equal([]);
          expect(outside(page).map(named), 'outside').to.deep.equal([]);
          expect(overlapping(page), 'overlapping').to.deep.equal([]);
        });
});

/** A person's own style sheet, which reaches into shadow roots too: the spacing that WCAG 1.4.12 wants a page to bear. */
function spaceOut(page: Element): void {
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  );
  for (const { shadowRoot } of page.querySelectorAll('*'))
    if (shadowRoot) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, spacing];
}

const larger: Record<string, (page: HTMLElement) => void> = {
  'with a person’s own spacing': spaceOut,
  'with text of twice the size': ({ style }) => {
    style.fontSize = '200%';
  },
};

describe('the gallery at 400 %, which leaves 320 pixels: nothing is lost', () => {
  hearConsole();

  afterEach(() => {
    globalThis.fetch = realFetch;
    Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
  });

  for (const state of states)
    for (const [way, enlarge] of Object.entries(larger))
      it(`${state.name}, ${way}`, async () => {
        const page = (await sheetOf(state, 320, 'lang="en"')) as HTMLElement;
        enlarge(page);
        await settled();
        expect(cut(page).map(named), 'cut').to.deep.equal([]);
        expect(outside(page).map(named), 'outside').to.deep.equal([]);
        expect(overlapping(page), 'overlapping').to.deep.equal([]);
        expect(page.scrollWidth).to.equal(320);
      });
});

describe('the gallery: contrast, names and roles', () => {
  hearConsole();

  afterEach(() => {
    globalThis.fetch = realFetch;
    Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
  });

  for (const state of states)
    for (const scheme of ['light', 'dark'])
      it(`${state.name} in a ${scheme} page`, async () => {
        const page = (await sheetOf(state, 320, 'lang="de"')) as HTMLElement;
        page.style.colorScheme = scheme;
        await settled();
        await expect(page).to.be.accessible();
      });
});
