/** Each file of component tests begins with this: it tells which test covers what, and limits how long one may take. */
import type { Counts, PageSettings } from './pages.js';

declare global {
  /** Where instrumented modules look, and count. */
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
