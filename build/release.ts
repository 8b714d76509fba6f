import { textOf } from '../demo/site/documents.js';
import { generatedFiles } from './generated-files.js';
import { path } from './path.js';

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

/** The first step of `npm run release`. */
if (process.argv[1] === path('build/release.ts')) {
  const manifest = JSON.parse(textOf('package.json')) as Release['manifest'];
  const outdated: string[] = [];
  for await (const [file, text] of generatedFiles()) if (textOf(file) !== text) outdated.push(file);
  const problems = releaseProblems({ manifest, changelog: textOf('CHANGELOG.md'), outdated });
  for (const problem of problems) console.error(`Not released: ${problem}`);
  if (problems.length === 0)
    console.log(
      `Version ${manifest.version} can be released. The documentation's URLs name this version and return 404 until it is published.`,
    );
  process.exitCode = problems.length ? 1 : 0;
}
