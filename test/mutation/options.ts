import type { StrykerOptions } from '@stryker-mutator/api/core';

/** What `run.ts` tells the runners. */
export interface RunnerOptions {
  tests: string[];
  budget: number;
}

export const runnerOptions = ({ tests, budget }: StrykerOptions) => ({ tests, budget }) as RunnerOptions;
