import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { triedVersions } from '../../nodes/tried.js';

const folder = new URL('../../../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const,
);

test('an action whose tag is moved runs nothing new in our workflows: each is pinned by its commit', () => {
  const used = workflows.flatMap(([name, text]) =>
    [...text.matchAll(/uses: (.*)/g)].map(([, action]) => `${name}: ${action}`),
  );
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((line) => !/: (\.\/\S+|[\w-]+\/[\w-]+@[\da-f]{40} # v[\d.]+)$/.test(line))).toEqual([]);
});

test('no Node is tried in one place only: the workflow has those of npm run test:nodes', () => {
  const text = readFileSync(new URL('test.yml', folder), 'utf8');
  const [, list = ''] = /^ +node: \[(.*)\]$/m.exec(text) ?? [];
  const versions = list.split(', ').map((version) => version.replaceAll("'", ''));
  expect(versions.length).toBe(triedVersions.length);
  for (const [index, version] of versions.entries())
    expect(triedVersions[index]).toMatch(new RegExp(`^${version}\\.`));
});

test('no workflow holds a token of the registry, and checkouts leave no credentials to what runs after them', () => {
  for (const [name, text] of workflows) {
    expect(text, name).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|registry-url/);
    const checkouts = text.split('uses: actions/checkout@').slice(1);
    for (const step of checkouts)
      expect(step.split('- uses:')[0], name).toContain('persist-credentials: false');
  }
});

test('only the job that publishes may vouch for this repository, and it waits for the tests and its environment', () => {
  const release = readFileSync(new URL('release.yml', folder), 'utf8');
  expect(workflows.filter(([, text]) => text.includes('id-token')).map(([name]) => name)).toEqual([
    'release.yml',
  ]);
  const [before, publish = ''] = release.split('\n  publish:\n');
  expect(before).not.toContain('id-token');
  expect(publish).toMatch(/^ {4}needs: \[.*\btest\b.*\]$/m);
  expect(publish).toMatch(/^ {4}environment: npm$/m);
});
