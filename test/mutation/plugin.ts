/** The plugin that Stryker loads: the runner of component tests, and its options. */
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { PageRunner } from './pages.js';

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'pages', PageRunner)];

export const strykerValidationSchema = {
  properties: {
    tests: {
      description: 'The files of tests, from the top of the project.',
      type: 'array',
      items: { type: 'string' },
    },
    budget: { description: 'Most seconds of tests for one mutant; the cheapest run first.', type: 'number' },
  },
};
