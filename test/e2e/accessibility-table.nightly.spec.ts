import { accessibilityTable, documentedTable } from './accessibility-table.js';
import { expect, test } from './fixtures.js';

test('test/accessibility-tree.md matches Chromium’s accessibility tree; if not, run npm run screenshots -- accessibility', async ({
  browser,
}) => {
  expect(documentedTable()).toBe(await accessibilityTable(browser));
});
