/** The result of one part of the tests. */
export interface TestOutcome {
  name: string;
  passed: number;
  failed: number;
  skipped?: number;
  note?: string;
  /** Why tests were skipped. */
  lacks?: string[];
  /** Files that ran again because their browser couldn't start or crashed, with the browser's message. */
  secondTries?: string[];
  /** Seconds that the part took. Engines run side by side. */
  seconds?: number;
  /** Seconds that each file took. */
  files?: Map<string, number>;
}

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

/** The tools that write a report. */
export type Tool = 'vitest' | 'playwright';

export const reportFile = (tool: Tool): string => `test-results/${tool}.json`;

export const firstLine = (text = 'no message from the browser'): string => text.trim().split('\n')[0] ?? '';

/** Adds up seconds by file. */
export function addUp(times: Iterable<readonly [file: string, seconds: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [file, seconds] of times) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return sums;
}
