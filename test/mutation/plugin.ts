/** What Stryker needs to know of this project: it plans and reports, and one of these runs our tests for a mutant. */
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { PageRunner } from './pages.js';
import { SpecRunner } from './specs.js';

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'pages', PageRunner),
  declareClassPlugin(PluginKind.TestRunner, 'specs', SpecRunner),
];

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
