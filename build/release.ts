import { fileURLToPath } from 'node:url';
import { documents, textOf } from '../demo/site/documents.js';
import { makeParts, withMadeParts } from './documents.js';

/** The state of the repository that a release is checked against. */
export interface Release {
  manifest: { version: string; repository?: unknown; homepage?: unknown; bugs?: unknown };
  changelog: string;
  /** Documents whose generated parts are out of date. */
  stale: readonly string[];
}

/** The reasons not to publish, each with what to do. */
export function releaseProblems({ manifest, changelog, stale }: Release): string[] {
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
    ...stale.map((name) => `${name} is stale: npm run reference, and commit it.`),
  ];
}

/** The first step of `npm run release`. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(textOf('package.json')) as Release['manifest'];
  const parts = await makeParts();
  const stale = documents.filter((name) => textOf(name) !== withMadeParts(textOf(name), parts));
  const problems = releaseProblems({ manifest, changelog: textOf('CHANGELOG.md'), stale });
  for (const problem of problems) console.error(`Not released: ${problem}`);
  if (problems.length === 0)
    console.log(
      `${manifest.version} can be released. The documents' addresses name it; until it is published they answer 404.`,
    );
  process.exitCode = problems.length ? 1 : 0;
}
