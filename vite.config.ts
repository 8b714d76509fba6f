import { defineConfig, type UserConfig } from 'vite';
import { besideScripts, classicScript, singleFile } from './build/scripts.js';
import { siteConfig } from './demo/site/plugin.js';

/** A function around a script keeps its names out of the page. The script for attributes declares none. */
const inFunction: UserConfig['build'] = { sourcemap: true, rolldownOptions: { output: { format: 'iife' } } };

/**
 * The scripts that `vite build --mode …` writes into `dist/`. The first one empties the folder; `tsc` makes the
 * modules.
 */
const scripts: Record<string, UserConfig> = {
  production: classicScript('src/script/elements.ts', 'visitor-elements.min.js', {
    plugins: [besideScripts],
    build: { ...inFunction, emptyOutDir: true, license: { fileName: 'third-party-licences.md' } },
  }),
  core: classicScript('src/script/core.ts', 'visitor-core.min.js', { build: inFunction }),
  attributes: classicScript('src/script/attributes.ts', 'visitor-attributes.min.js'),
  devtools: classicScript('src/devtools/index.ts', 'visitor-devtools.min.js', { build: inFunction }),
  // These replace the modules that `tsc` made.
  countries: singleFile('src/countries.ts', 'countries.js'),
  'client-hints': singleFile('src/client-hints.ts', 'client-hints.js'),
};

/** `vite` serves the site, and `vite build --mode site` builds it; other modes build one script each. */
export default defineConfig(({ command, mode }) =>
  command === 'serve' || mode === 'site' ? siteConfig : (scripts[mode] ?? {}),
);
