/** Packages that hold nothing to run until their install script has, by the folder whose lock file names them. */
export const neededScripts: Readonly<Record<string, readonly string[]>> = {
  'demo/relay/platforms': ['bun', 'deno'],
  'test/journeys/consumers': ['node-22', 'node-24', 'node-26'],
  'test/nodes': ['node-20', 'node-22', 'node-24', 'node-26'],
};

/** The commands that install what a folder's lock file names, or that of its original; no other package's script runs. */
export function cleanInstall(folder: string, original = folder): string[][] {
  const scripts = neededScripts[original] ?? [];
  return [
    ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder],
    ...(scripts.length > 0 ? [['npm', 'rebuild', '--prefix', folder, ...scripts]] : []),
  ];
}
