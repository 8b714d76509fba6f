/** The result of a run of Vitest or Playwright Test. */
export interface RunReport {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped. */
  lacks: string[];
  /** Tests that failed only because their browser couldn't start or crashed, such as `test/e2e/x.spec.ts:12`. */
  lost: { place: string; message: string }[];
  /** Seconds that each file took. */
  files: Record<string, number>;
}

/** The tools that write a report. They run side by side. */
export type Tool = 'vitest' | 'playwright';

export const reportFile = (tool: Tool): string => `test-results/${tool}.json`;
