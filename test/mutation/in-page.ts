/** Runs before each file of component tests: it records which test covers which mutant, and limits a test's time. */
import type { Counts, PageSettings } from './pages.js';

declare global {
  /** Stryker's instrumented modules read and count here. */
  var __stryker__: { currentTestId?: string; mutantCoverage?: Counts };
  var mutation: PageSettings;
}

const { fetch } = globalThis;
const { mostOf, coverageOf } = mutation;

beforeEach(function () {
  const title = this.currentTest?.fullTitle() ?? '';
  globalThis.__stryker__.currentTestId = title;
  const most = mostOf[title];
  if (most) this.currentTest?.timeout(most);
});

if (coverageOf)
  after(async () => {
    const body = JSON.stringify(globalThis.__stryker__.mutantCoverage ?? {});
    await fetch(coverageOf, { method: 'POST', body });
  });
