import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RUN_VARIABLE } from '../processes.js';

const folder = () =>
  fileURLToPath(new URL(`../../../test-results/running-${process.env[RUN_VARIABLE]}/`, import.meta.url));

/** Records what a runner has started and not finished, so that a run that is stopped can name it. */
export class RunningFiles {
  readonly #runner: string;
  /** What began and hasn't ended, with its time. */
  readonly #begun = new Map<string, number>();

  constructor(runner: string) {
    this.#runner = runner;
  }

  begin(name: string): void {
    this.#begun.set(name, performance.now());
    this.#write();
  }

  /** Returns how many seconds it took. */
  end(name: string): number {
    const now = performance.now();
    const begun = this.#begun.get(name) ?? now;
    this.#begun.delete(name);
    this.#write();
    return (now - begun) / 1000;
  }

  #write() {
    // A runner that was started directly shows its progress itself.
    if (!process.env[RUN_VARIABLE]) return;
    // Playwright Test empties the folder around this one.
    mkdirSync(folder(), { recursive: true });
    writeFileSync(`${folder()}${this.#runner}`, [...this.#begun.keys()].join('\n'));
  }
}

/** What was started and has not finished: one line each, with its runner. */
export function listRunning(): string {
  const read = (runner: string) => readFileSync(`${folder()}${runner}`, 'utf8').split('\n').filter(Boolean);
  const runners = existsSync(folder()) ? readdirSync(folder()) : [];
  return runners.flatMap((runner) => read(runner).map((name) => `  ${runner}: ${name}`)).join('\n');
}
