import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { triedVersions } from '../../nodes/tried.js';
import { neededScripts } from '../../support/clean-install.js';

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

test('no workflow runs the install script of a package that works without it; others are named, and have one', () => {
  const ci = readFileSync(new URL('../../../.ci/run', import.meta.url), 'utf8');
  for (const [name, text] of [...workflows, ['.ci/run', ci] as const])
    for (const [, command] of text.matchAll(/^\s*(?:- run: )?(npm (?:ci|i|install|add)\b.*)/gm))
      expect(command, name).toContain('npm ci --ignore-scripts');
  for (const [place, names] of Object.entries(neededScripts)) {
    const lock = readFileSync(new URL(`../../../${place}/package-lock.json`, import.meta.url), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: Record<string, { hasInstallScript?: boolean }> };
    for (const name of names) expect(packages[`node_modules/${name}`]?.hasInstallScript, name).toBe(true);
  }
});

test('no job that may write builds, or runs a script of the repository: packages that do could take its rights', () => {
  const jobs = workflows.flatMap(([file, text]) =>
    text.split(/\n {2}(?=[\w-]+:\n {4})/).map((job) => [`${file}: ${job.split(':')[0]}`, job] as const),
  );
  const writing = jobs.filter(([, job]) => /: write\b/.test(job));
  expect(writing.map(([name]) => name)).toEqual(['release.yml: version', 'release.yml: publish']);
  for (const [name, job] of writing)
    expect(job, name).not.toMatch(/npm (run|test|start)|npx (?!changeset )|\.ci\/run/);
});
