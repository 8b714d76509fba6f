import { mergeConfig } from 'vitest/config';
import common from '../../vitest.config.js';

/** For mutation tests, which Stryker runs from the top of a copy of the project. */
export default mergeConfig(common, {
  test: {
    // These start processes of their own, which run without the mutant, or take long.
    exclude: [
      'test/unit/package/**',
      'test/unit/*.test.ts',
      '**/{redis,types,main,load,many-visitors}.test.ts',
    ],
  },
});
