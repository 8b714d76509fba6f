/** Packages that need their install script, by the folder whose lock file contains them. */
const neededScripts: Readonly<Record<string, readonly string[]>> = {
  'demo/relay/platforms': ['bun', 'deno'],
  'test/journeys/consumers': ['node-22', 'node-24', 'node-26'],
  'test/nodes': ['node-20', 'node-26'],
};

/** The commands that install the packages in a folder's lock file, or in its original's. Only the scripts above run. */
export function cleanInstall(folder: string, original = folder): string[][] {
  const scripts = neededScripts[original] ?? [];
  return [
    ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder],
    ...(scripts.length > 0 ? [['npm', 'rebuild', '--prefix', folder, ...scripts]] : []),
  ];
}
