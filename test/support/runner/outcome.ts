/** What a part of the tests came to. */
export interface TestOutcome {
  name: string;
  passed: number;
  failed: number;
  skipped?: number;
  note?: string;
  /** Why tests were skipped. */
  lacks?: string[];
  /** What ran a second time since its browser could not start or died, and what the browser said. */
  secondTries?: string[];
  /** How long it took; engines run side by side. */
  seconds?: number;
  /** How long each file took, in seconds. */
  files?: Map<string, number>;
}

export const firstLine = (text = 'no word from the browser'): string => text.trim().split('\n')[0] ?? '';

/** The most of its half's time that one file may take: a share, since no number of seconds holds on every machine. */
const budget = 0.25;

/** The files that take more than their share of a half's time; none if only a few ran. */
export function overBudget(half: readonly TestOutcome[]): string[] {
  const files = addUp(half.flatMap((outcome) => [...(outcome.files ?? [])]));
  const all = [...files.values()].reduce((sum, seconds) => sum + seconds, 0);
  if (files.size < 40) return [];
  return [...files]
    .filter(([, seconds]) => seconds > all * budget)
    .map(([file, seconds]) => `${file} takes ${Math.round((100 * seconds) / all)} % of the time`);
}

/** The files that took longest, longest first. */
export const slowestFiles = (files: ReadonlyMap<string, number>, count: number): [string, number][] =>
  [...files].sort(([, a], [, b]) => b - a).slice(0, count);

/** Adds up seconds by file. */
export function addUp(times: Iterable<readonly [file: string, seconds: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [file, seconds] of times) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return sums;
}
