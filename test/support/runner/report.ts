/** What a run of Vitest or Playwright Test came to. */
export interface RunReport {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped. */
  lacks: string[];
  /** Tests that failed since their browser could not start or died, and for nothing else: `test/e2e/x.spec.ts:12`. */
  lost: { place: string; message: string }[];
  /** Seconds of each file. */
  files: Record<string, number>;
}

export const reportFile = 'test-results/report.json';
