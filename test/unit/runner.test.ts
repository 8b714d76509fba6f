import { expect, test } from '@playwright/test';
import { type Graph, select } from '../support/runner/changed.js';
import { componentFiles, enginesOf } from '../support/runner/component-files.js';
import { overBudget, slowest } from '../support/runner/outcome.js';

const graph: Graph = new Map([
  ['test/components/model/format.test.ts', ['src/model/paths.ts']],
  ['test/components/lookup/tabs.test.ts', ['test/components/support/page.ts', 'src/lookup/index.ts']],
  ['test/components/elements/card.test.ts', ['test/components/support/page.ts', 'src/index.ts']],
  ['test/components/support/page.ts', ['src/lookup/index.ts']],
  ['test/unit/relay/store.test.ts', ['src/relay/index.ts']],
  ['test/e2e/pages.spec.ts', ['README.md']],
  ['src/index.ts', ['src/model/paths.ts', 'src/lookup/index.ts']],
  ['src/model/paths.ts', ['src/model/format.ts']],
]);
const tests = {
  components: [...graph.keys()].filter(
    (file) => file.startsWith('test/components/') && file.endsWith('.test.ts'),
  ),
  specs: [...graph.keys()].filter((file) => /^test\/(unit|e2e)\//.test(file)),
};

test('a changed module has the tests of its room run, and the rest counted', () => {
  const { components, specs, said } = select(['src/model/format.ts'], graph, tests);
  expect(components).toEqual(['test/components/model/format.test.ts']);
  expect(specs).toEqual([]);
  expect(said.join('\n')).toContain('Left out: 1 more');
});

test('what tests share has all run that use it, and a test itself', () => {
  expect(select(['test/components/support/page.ts'], graph, tests).components).toHaveLength(2);
  expect(select(['test/unit/relay/store.test.ts'], graph, tests).specs).toEqual([
    'test/unit/relay/store.test.ts',
  ]);
  expect(select(['README.md'], graph, tests).specs).toEqual(['test/e2e/pages.spec.ts']);
});

test('a changed file that nothing maps to is named', () => {
  const { components, specs, said } = select(['tsconfig.json'], graph, tests);
  expect([...components, ...specs]).toEqual([]);
  expect(said.join('\n')).toContain('No test is known to reach tsconfig.json');
});

test('a file runs in all engines when its name says so, otherwise in one', () => {
  const files = componentFiles();
  expect(enginesOf('test/components/lookup/tabs.engines.test.ts')).toHaveLength(3);
  expect(enginesOf('test/components/lookup/sharing.test.ts')).toEqual(['chromium']);
  // Three engines are what costs: at most half of the files.
  expect(files.filter((file) => enginesOf(file).length > 1).length).toBeLessThan(files.length / 2);
});

test('a file that takes more than its share of the time is told, in runs of many files', () => {
  const files = new Map(Array.from({ length: 60 }, (_, i) => [`${i}.test.ts`, 1]));
  expect(overBudget(files)).toEqual([]);
  files.set('slow.test.ts', 30);
  expect(overBudget(files)).toEqual(['slow.test.ts takes 33 % of the time']);
  expect(overBudget(new Map([['slow.test.ts', 30]]))).toEqual([]);
  expect(slowest(files, 1)).toEqual([['slow.test.ts', 30]]);
});
