import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RUN_VARIABLE } from '../processes.js';

const folder = () =>
  fileURLToPath(new URL(`../../../test-results/running-${process.env[RUN_VARIABLE]}/`, import.meta.url));

/** Records what a runner has started and not finished, so that a run that is stopped can name it. */
export class RunningFiles {
  readonly #runner: string;
  readonly #begun: string[] = [];

  constructor(runner: string) {
    this.#runner = runner;
  }

  begin(name: string): void {
    this.#begun.push(name);
    this.#write();
  }

  end(name: string): void {
    const index = this.#begun.indexOf(name);
    if (index >= 0) this.#begun.splice(index, 1);
    this.#write();
  }

  #write() {
    // A runner that was started directly shows its progress itself.
    if (!process.env[RUN_VARIABLE]) return;
    // Playwright Test empties the folder around this one.
    mkdirSync(folder(), { recursive: true });
    writeFileSync(`${folder()}${this.#runner}`, this.#begun.join('\n'));
  }
}

/** What was started and has not finished: one line each, with its runner. */
export function listRunning(): string {
  const read = (runner: string) => readFileSync(`${folder()}${runner}`, 'utf8').split('\n').filter(Boolean);
  const runners = existsSync(folder()) ? readdirSync(folder()) : [];
  return runners.flatMap((runner) => read(runner).map((name) => `  ${runner}: ${name}`)).join('\n');
}
