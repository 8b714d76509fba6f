import { expect, test } from 'vitest';
import { type Release, releaseProblems } from '../../../build/release.js';

const ready: Release = {
  manifest: {
    version: '1.2.3',
    repository: 'github:you/visitor-elements',
    homepage: 'https://x.example',
    bugs: 'https://x.example',
  },
  changelog: '# Changelog\n\n## 1.2.3\n\n- New.\n',
  outdated: [],
};

test('a version with all that a release needs has no problem', () => {
  expect(releaseProblems(ready)).toEqual([]);
});

test('a release is refused without what only its publisher knows', () => {
  const problems = releaseProblems({ ...ready, manifest: { version: '1.2.3' } });
  expect(problems).toHaveLength(3);
  for (const [index, name] of ['repository', 'homepage', 'bugs'].entries())
    expect(problems[index]).toContain(`package.json has no "${name}"`);
});

test('a release is refused with an outdated document, or without an entry in the changelog', () => {
  const problems = releaseProblems({
    ...ready,
    outdated: ['docs/relay.md'],
    changelog: '# Changelog\n\n## 1.2.2\n',
  });
  expect(problems).toEqual([
    expect.stringContaining('CHANGELOG.md'),
    expect.stringContaining('npm run reference'),
  ]);
});
