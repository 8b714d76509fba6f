import { type ChildProcess, fork } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CompleteDryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import { idOf, inOrder, learn, patienceFor } from './plan.js';
import type { Order, Said } from './spec-host.js';
import type { Counts } from './switch.js';
import { TimedRunner } from './timed-runner.js';

const log = 'node_modules/.cache/mutation-specs.log';
const program = fileURLToPath(new URL('spec-host.ts', import.meta.url));
/** Mutants that were noticed in one process before another takes over: a failed test leaves its servers open. */
const MOST_NOTICED = 20;

type Result = Extract<Said, { id: string }>;
type Failure = Pick<Result, 'id' | 'message'> & { isLate: boolean };

/** Runs tests of Playwright Test files in a process that keeps them loaded; each is a test of its own. */
export class SpecRunner extends TimedRunner implements TestRunner {
  #host: Host | undefined;
  #noticed = 0;

  async dispose(): Promise<void> {
    this.#host?.end();
  }

  async dryRun(): Promise<CompleteDryRunResult> {
    const host = new Host(this.files);
    const { ids, loading, leftOut } = await host.ready;
    for (const id of leftOut) this.log.warn(`left out: ${id} needs a browser`);
    const results: Result[] = [];
    await host.obey(
      { tests: ids.map((id) => ({ id, most: 120_000 })), isDry: true },
      (result) => void results.push(result),
    );
    host.end();
    const good = results.filter(({ passed }) => passed);
    for (const { id, passed, message } of results)
      if (!passed) this.log.warn(`left out: ${id} fails without a mutant: ${message}`);
    const timed = good.map(({ id, milliseconds }) => {
      const file = this.#fileOf(id);
      return { file, title: id.slice(file.length + 1), milliseconds };
    });
    const perTest: Record<string, Counts> = Object.fromEntries(good.map(({ id, covered }) => [id, covered]));
    return this.found(timed, perTest, loading);
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const result = await this.#result(options);
    const { fileName, location, mutatorName, replacement } = options.activeMutant;
    const place = `${relative(`${process.cwd()}/../..`, fileName)}:${location.start.line}:${location.start.column}`;
    // A run that is broken off leaves behind what it found.
    await appendFile(log, `${JSON.stringify([result.status, place, mutatorName, replacement])}\n`);
    return result;
  }

  async #result(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit, mutantActivation } = options;
    const source = relative(process.cwd(), activeMutant.fileName);
    const tests = inOrder(source, await this.known(testFilter), this.budget).map((test) => ({
      id: idOf(test),
      most: patienceFor(test),
    }));
    const order = { mutant: activeMutant.id, hitLimit, tests, isDry: false };
    const isStatic = mutantActivation === 'static';
    const failure = await this.#search(order, isStatic);
    if (!failure) return { status: MutantRunStatus.Survived, nrOfTests: tests.length };
    this.#noticed += 1;
    if (failure.isLate || this.#noticed >= MOST_NOTICED) this.#renew();
    if (failure.isLate) return { status: MutantRunStatus.Timeout, reason: failure.message };
    const { id, message } = failure;
    learn(source, this.#fileOf(id));
    const nrOfTests = tests.findIndex((test) => test.id === id) + 1;
    return { status: MutantRunStatus.Killed, killedBy: [id], failureMessage: `${id}: ${message}`, nrOfTests };
  }

  /** The first test that fails twice: a busy machine fails some once. */
  async #search(order: Order, isStatic: boolean): Promise<Failure | undefined> {
    for (let { tests } = order; ; ) {
      const failure = await this.#try({ ...order, tests }, isStatic);
      if (!failure || failure.id === '') return failure;
      if (failure.isLate) this.#renew();
      const again = await this.#try(
        { ...order, tests: tests.filter(({ id }) => id === failure.id) },
        isStatic,
      );
      if (again) return again;
      tests = tests.slice(tests.findIndex(({ id }) => id === failure.id) + 1);
    }
  }

  async #try(order: Order, isStatic: boolean): Promise<Failure | undefined> {
    const host = isStatic ? new Host(this.files, order.mutant) : this.#current();
    try {
      let failure: Failure | undefined;
      const isLate = !(await host.obey(order, ({ passed, id, message }) => {
        if (!passed) failure = { id, message, isLate: message.startsWith('not done in ') };
      }));
      return isLate ? { id: host.begun, message: `${host.begun} hung`, isLate } : failure;
    } finally {
      if (isStatic) host.end();
    }
  }

  #fileOf(id: string): string {
    return this.files.find((name) => id.startsWith(`${name} `)) ?? '';
  }

  #current(): Host {
    this.#host ??= new Host(this.files);
    return this.#host;
  }

  #renew(): void {
    this.#host?.end();
    this.#host = undefined;
    this.#noticed = 0;
  }
}

/** A process that has the files loaded. */
class Host {
  readonly ready: Promise<Extract<Said, { ready: unknown }>['ready']>;
  /** The last test that began. */
  begun = '';
  readonly #child: ChildProcess;
  #hear: (said: Said) => void = () => {};
  #leave = () => {};

  /** @param mutant One that is active while the files load. */
  constructor(files: readonly string[], mutant?: string) {
    this.#child = fork(program, files, {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '', ...(mutant && { __STRYKER_ACTIVE_MUTANT__: mutant }) },
    });
    this.#child.on('message', (said: Said) => this.#hear(said));
    this.ready = new Promise((resolve, reject) => {
      this.#hear = (said) => 'ready' in said && resolve(said.ready);
      this.#leave = () => reject(new Error('The files of tests could not be loaded.'));
    });
    this.#child.once('exit', () => this.#leave());
    this.ready.catch(() => {});
  }

  /** Runs tests; `false` where the process did not get to the end. */
  async obey(order: Order, tell: (result: Result) => void): Promise<boolean> {
    try {
      await this.ready;
    } catch (error) {
      tell({ id: '', passed: false, message: String(error), milliseconds: 0, covered: {} });
      return true;
    }
    return new Promise((resolve) => {
      const end = (isDone: boolean) => {
        clearTimeout(timer);
        resolve(isDone);
      };
      let timer: NodeJS.Timeout | undefined;
      const wait = (most: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => end(false), most + 10_000);
      };
      wait(10_000);
      this.#leave = () => end(false);
      this.#hear = (said) => {
        if ('done' in said) end(true);
        else if ('begun' in said) {
          this.begun = said.begun;
          wait(order.tests.find(({ id }) => id === said.begun)?.most ?? 0);
        } else if ('id' in said) tell(said);
      };
      this.#child.send(order);
    });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
