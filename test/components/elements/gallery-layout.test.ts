import { galleryStates } from './gallery-states.js';
import '../../../dist/labels/ar.js';
import { expectWhole, leave, sheetOf } from './gallery-sheet.js';
import { expect, hearConsole, settled } from './support.js';

describe('the gallery: nothing is clipped, overflows or overlaps', () => {
  hearConsole();

  afterEach(leave);

  for (const state of galleryStates)
    for (const attributes of ['lang="en"', 'dir="rtl" lang="ar"'])
      it(`${state.name}, ${attributes}`, async () => {
        const page = await sheetOf(state, 600, attributes);
        for (const width of [600, 320, 180]) {
          page.style.inlineSize = `${width}px`;
          await settled();
          expectWhole(page, `at ${width} pixels`);
        }
      });
});

describe('the gallery: contrast, names and roles', () => {
  hearConsole();

  afterEach(leave);

  for (const state of galleryStates)
    it(`${state.name} in a light page`, async () => {
      const page = await sheetOf(state, 320, 'lang="en"');
      await expect(page).to.be.accessible();
    });
});
