import { readFile } from 'node:fs/promises';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** One change to the code that a test should notice. */
export interface Mutant {
  id: string;
  file: string;
  /** Where it is, as `line:column`, both from 1. */
  place: string;
  original: string;
  replacement: string;
  mutator: string;
}

export interface Instrumented {
  mutants: Mutant[];
  /** The files with all mutants in them: path → TypeScript. A global says which one is active. */
  sources: Map<string, string>;
}

const silent = () => {};
const off = () => false;
const logger: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: silent,
  debug: silent,
  info: silent,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
};

/** Puts every mutant of the files into them. */
export async function instrument(paths: string[]): Promise<Instrumented> {
  const files = await Promise.all(
    paths.map(async (name) => ({ name, content: await readFile(name, 'utf8'), mutate: true })),
  );
  const result = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
  });
  const texts = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return {
    sources: new Map(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants.map(({ id, fileName, location: { start, end }, replacement, mutatorName }) => ({
      id,
      file: fileName,
      place: `${start.line + 1}:${start.column + 1}`,
      original: cut(texts.get(fileName) ?? [], start, end),
      replacement,
      mutator: mutatorName,
    })),
  };
}

interface Position {
  /** From 0. */
  line: number;
  column: number;
}

function cut(lines: string[], start: Position, end: Position): string {
  const inside = lines.slice(start.line, end.line + 1);
  inside.push((inside.pop() ?? '').slice(0, end.column));
  inside.unshift((inside.shift() ?? '').slice(start.column));
  return inside.join('\n');
}
