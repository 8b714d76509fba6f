import { galleryStates } from './gallery-states.js';
import '../../../dist/labels/ar.js';
import { expectWhole, leave, sheetOf } from './gallery-sheet.js';
import { expect, hearConsole, settled } from './support.js';

/** Applies the text spacing of WCAG 1.4.12 in shadow roots too, as a user style sheet does. */
function spaceOut(page: Element): void {
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  );
  for (const { shadowRoot } of page.querySelectorAll('*'))
    if (shadowRoot) shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, spacing];
}

/** Nothing is clipped, overflows or overlaps. */
async function expectWholeAtAnyWidth(page: HTMLElement): Promise<void> {
  for (const width of [600, 320, 180]) {
    page.style.inlineSize = `${width}px`;
    await settled();
    expectWhole(page, `at ${width} pixels`);
  }
}

describe('the gallery', () => {
  hearConsole();

  afterEach(leave);

  for (const state of galleryStates) {
    it(`in the state ${state.name} is whole at any width, spacing and size of text, with contrast, names and roles in a light and a dark page`, async () => {
      const page = await sheetOf(state, 600, 'lang="en"');
      await expectWholeAtAnyWidth(page);
      // A zoom of 400 %.
      page.style.inlineSize = '320px';
      for (const scheme of ['light', 'dark']) {
        page.style.colorScheme = scheme;
        await settled();
        await expect(page, `in a ${scheme} page`).to.be.accessible();
      }
      page.style.fontSize = '200%';
      await settled();
      expectWhole(page, 'with text of twice the size');
      expect(page.scrollWidth, 'with text of twice the size').to.equal(320);
      page.style.fontSize = '';
      spaceOut(page);
      await settled();
      expectWhole(page, 'with a person’s own spacing');
      expect(page.scrollWidth, 'with a person’s own spacing').to.equal(320);
    });

    it(`in the state ${state.name} is whole at any width in Arabic, from right to left`, async () => {
      await expectWholeAtAnyWidth(await sheetOf(state, 600, 'dir="rtl" lang="ar"'));
    });
  }
});
