/** What a part of the tests came to. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped?: number;
  note?: string;
  /** What ran a second time since its browser could not start or died, and what the browser said. */
  secondTries?: string[];
}

export const firstLine = (text = 'no word from the browser'): string => text.trim().split('\n')[0] ?? '';
