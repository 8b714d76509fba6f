import { mergeConfig } from 'vitest/config';
import common from '../../vitest.config.js';

/** For mutation tests. Stryker runs them in a copy of the project. */
export default mergeConfig(common, {
  test: {
    // These tests start processes that run without the mutant, or take long.
    exclude: [
      'test/unit/package/**',
      'test/unit/*.test.ts',
      '**/{types,main}.test.ts',
      '**/*.nightly.test.ts',
    ],
  },
});
