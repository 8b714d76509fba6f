import { accessibilityTable, documentedTable } from './accessibility-table.js';
import { expect, test } from './fixtures.js';

test('test/accessibility-tree.md matches Chromium’s accessibility tree; if not, run npm run screenshots -- accessibility', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  expect(documentedTable()).toBe(await accessibilityTable(browser));
});
