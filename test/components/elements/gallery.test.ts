import { galleryStates } from './gallery-states.js';
import '../../../dist/labels/de.js';
import { expectWhole, leave, sheetOf } from './gallery-sheet.js';
import { expect, hearConsole, settled } from './support.js';

describe('the gallery in a dark page: contrast, names and roles', () => {
  hearConsole();

  afterEach(leave);

  for (const state of galleryStates)
    it(state.name, async () => {
      const page = await sheetOf(state, 320, 'lang="de"');
      page.style.colorScheme = 'dark';
      await settled();
      await expect(page).to.be.accessible();
    });
});

/** Applies the text spacing of WCAG 1.4.12 in shadow roots too, as a user style sheet does. */
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

describe('the gallery at a zoom of 400 %, or 320 pixels: nothing is lost', () => {
  hearConsole();

  afterEach(leave);

  for (const state of galleryStates)
    for (const [way, enlarge] of Object.entries(larger))
      it(`${state.name}, ${way}`, async () => {
        const page = await sheetOf(state, 320, 'lang="en"');
        enlarge(page);
        await settled();
        expectWhole(page, way);
        expect(page.scrollWidth).to.equal(320);
      });
});
