import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeElements } from './elements.js';
import { withReference } from './readme.js';

/** What a release is made of. */
export interface Release {
  manifest: { version: string; repository?: unknown; homepage?: unknown; bugs?: unknown };
  changelog: string;
  readme: string;
  /** The README as it would be made now. */
  fresh: string;
}

/** What keeps a version from being published, in words for the person who publishes. */
export function releaseProblems({ manifest, changelog, readme, fresh }: Release): string[] {
  const { version } = manifest;
  const unknown = (['repository', 'homepage', 'bugs'] as const).filter((name) => !manifest[name]);
  return [
    ...unknown.map(
      (name) =>
        `package.json has no "${name}". Only you know it: npm's provenance and the links on the package's page need it.`,
    ),
    ...(changelog.includes(`\n## ${version}\n`)
      ? []
      : [`CHANGELOG.md has no entry for ${version}: npm run version.`]),
    ...(readme === fresh ? [] : ['README.md is stale: npm run reference, and commit it.']),
  ];
}

const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** `npm run release` starts with this. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const readme = text('README.md');
  const manifest = JSON.parse(text('package.json')) as Release['manifest'];
  const fresh = withReference(readme, describeElements());
  const problems = releaseProblems({ manifest, changelog: text('CHANGELOG.md'), readme, fresh });
  for (const problem of problems) console.error(`Not released: ${problem}`);
  if (problems.length === 0)
    console.log(
      `${manifest.version} can be released. The README's addresses name it; until it is published they answer 404.`,
    );
  process.exitCode = problems.length ? 1 : 0;
}
