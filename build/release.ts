import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { textOf } from './documents/documents.js';
import { generatedFiles } from './documents/write-documents.js';
import { path } from './path.js';
import { withIntegrity } from './published.js';

/** The state of the repository that a release is checked against. */
export interface Release {
  manifest: { version: string; repository?: unknown; homepage?: unknown; bugs?: unknown };
  changelog: string;
  /** Generated files that are out of date. */
  outdated: readonly string[];
}

/** The reasons not to publish, each with what to do. */
export function releaseProblems({ manifest, changelog, outdated }: Release): string[] {
  const { version } = manifest;
  const unknown = (['repository', 'homepage', 'bugs'] as const).filter((name) => !manifest[name]);
  return [
    ...unknown.map(
      (name) =>
        `package.json has no "${name}". Add it: npm's provenance and the links on the package's page need it.`,
    ),
    ...(changelog.includes(`\n## ${version}\n`)
      ? []
      : [`CHANGELOG.md has no entry for ${version}: run npm run version.`]),
    ...outdated.map((name) => `${name} is outdated: run npm run reference, and commit it.`),
  ];
}

/**
 * Checks a release, and writes the README that is published: its tags have the hashes of this build. `--publish` then
 * publishes, and puts the README back.
 */
async function main(): Promise<number> {
  const manifest = JSON.parse(textOf('package.json')) as Release['manifest'];
  const outdated: string[] = [];
  for await (const [file, text] of generatedFiles()) if (textOf(file) !== text) outdated.push(file);
  const problems = releaseProblems({ manifest, changelog: textOf('CHANGELOG.md'), outdated });
  for (const problem of problems) console.error(`Not released: ${problem}`);
  if (problems.length) return 1;
  console.log(
    `Version ${manifest.version} can be released. The documentation's URLs name this version and return 404 until it is published.`,
  );
  const readme = textOf('README.md');
  writeFileSync(path('README.md'), withIntegrity(readme));
  if (!process.argv.includes('--publish')) return 0;
  const { status } = spawnSync('npx', ['changeset', 'publish'], { stdio: 'inherit' });
  writeFileSync(path('README.md'), readme);
  return status ?? 1;
}

if (process.argv[1] === path('build/release.ts')) process.exitCode = await main();
