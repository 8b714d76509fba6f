import config from './playwright.config.js';

/** Every page of the site, walked in three engines: `npm run test:site`. */
export default { ...config, testMatch: 'e2e/{demo,pages,recipes,walk}.spec.ts', testIgnore: [] };
