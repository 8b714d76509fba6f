/** A test, and how long it takes without a mutant. */
export interface Timed {
  file: string;
  title: string;
  milliseconds: number;
}

export const idOf = ({ file, title }: Pick<Timed, 'file' | 'title'>): string => `${file} ${title}`;

interface Step {
  file: string;
  /** Titles of tests, and how many milliseconds each may take. */
  only: Record<string, number>;
  /** Milliseconds this should take. */
  cost: number;
  /** Milliseconds after which the page must have hung. */
  patience: number;
}

/** What opening a page costs, in milliseconds. */
const opening = 300;
/** Longer tests, in milliseconds, have a page of their own, after those that are quick. */
const long = 1500;

/** How often each file of tests caught a mutant of a source file. */
const catches = new Map<string, number>();
const pair = (source: string, testFile: string) => `${source} ${testFile}`;

export function learn(source: string, testFile: string): void {
  const name = pair(source, testFile);
  catches.set(name, (catches.get(name) ?? 0) + 1);
}

/**
 * The runs that could notice a mutant of `source`, those first that are cheap and often do. Left out are the dearest
 * once all cost more than `budget` milliseconds.
 */
export function plan(source: string, tests: readonly Timed[], budget: number): Step[] {
  const worth = ({ file, cost }: Step) => (1 + (catches.get(pair(source, file)) ?? 0)) / cost;
  const files = [...new Set(tests.map(({ file }) => file))];
  const steps = files
    .flatMap((file) => {
      const own = tests.filter((test) => test.file === file);
      return [
        own.filter(({ milliseconds }) => milliseconds <= long),
        own.filter(({ milliseconds }) => milliseconds > long),
      ].flatMap((chosen) => (chosen.length > 0 ? step(file, chosen) : []));
    })
    .sort((a, b) => a.cost - b.cost);
  let spent = 0;
  const affordable = steps.filter(({ cost }) => {
    spent += cost;
    return spent - cost < budget;
  });
  return affordable.sort((a, b) => worth(b) - worth(a));
}

function step(file: string, tests: Timed[]): Step {
  const cost = tests.reduce((sum, { milliseconds }) => sum + milliseconds, opening);
  const only = Object.fromEntries(tests.map((test) => [test.title, patienceFor(test)]));
  return { file, only, cost, patience: 20_000 + 5 * cost };
}

/**
 * The tests that could notice a mutant of `source`, one by one: those first that are cheap and of a file that often does.
 * Left out are the dearest once all cost more than `budget` milliseconds.
 */
export function inOrder(source: string, tests: readonly Timed[], budget: number): Timed[] {
  const worth = ({ file, milliseconds }: Timed) =>
    (1 + (catches.get(pair(source, file)) ?? 0)) / (20 + milliseconds);
  let spent = 0;
  return [...tests]
    .sort((a, b) => a.milliseconds - b.milliseconds)
    .filter(({ milliseconds }) => {
      spent += milliseconds;
      return spent - milliseconds < budget;
    })
    .sort((a, b) => worth(b) - worth(a));
}

/** Milliseconds after which a test must have hung. */
export const patienceFor = ({ milliseconds }: Timed): number => 4000 + 5 * milliseconds;
