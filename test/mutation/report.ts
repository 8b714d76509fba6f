import type { Mutant } from './instrument.js';

export type Verdict = 'caught' | 'hung' | 'survived' | 'not covered';

export interface Outcome {
  mutant: Mutant;
  verdict: Verdict;
  /** The test that noticed. */
  by?: string | undefined;
}

const percent = (part: number, whole: number) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '–');

/** The table: a line a file, and all together. */
export function table(outcomes: Outcome[]): string {
  const files = [...new Set(outcomes.map(({ mutant }) => mutant.file))].sort();
  const line = (name: string, of: Outcome[]) => {
    const count = (...verdicts: Verdict[]) => of.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const caught = count('caught', 'hung');
    return `| ${[name, of.length, caught, count('survived'), count('not covered'), percent(caught, of.length)].join(' | ')} |`;
  };
  return [
    '| file | mutants | caught | survived | not covered | score |',
    '|---|---:|---:|---:|---:|---:|',
    ...files.map((file) =>
      line(
        file,
        outcomes.filter(({ mutant }) => mutant.file === file),
      ),
    ),
    line('**all**', outcomes),
  ].join('\n');
}

/** Every mutant that no test noticed. */
export const escaped = (outcomes: Outcome[]): string =>
  outcomes
    .filter(({ verdict }) => verdict === 'survived' || verdict === 'not covered')
    .map(({ mutant: { file, place, original, replacement, mutator }, verdict }) =>
      [`${file}:${place} ${mutator}, ${verdict}`, `  - ${brief(original)}`, `  + ${brief(replacement)}`].join(
        '\n',
      ),
    )
    .join('\n');

/** A text in one line that is not too long. */
export function brief(code = ''): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 160 ? `${line.slice(0, 150)} … ${line.slice(-8)}` : line;
}
