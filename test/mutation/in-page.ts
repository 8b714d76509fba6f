/** Runs before each file of component tests: it records which test covers which mutant, and limits a test's time. */
import type { Counts, PageState } from './pages.js';

declare global {
  var __stryker__: PageState;
  function reportCounts(counts: Counts): Promise<void>;
}

beforeEach(function () {
  const title = this.currentTest?.fullTitle() ?? '';
  __stryker__.currentTestId = title;
  const limit = __stryker__.limits?.[title];
  if (limit) this.currentTest?.timeout(limit);
});

after(async () => {
  if (__stryker__.mutantCoverage) await reportCounts(__stryker__.mutantCoverage);
});
