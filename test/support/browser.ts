import type { BrowserLauncher } from '@web/test-runner';

/** A browser that was found to work on this machine. */
export interface Browser {
  version: string;
  /** A new one for each run: not every launcher can start again. */
  launcher(): BrowserLauncher;
  close?(): void;
}
