import manifest from './package.json' with { type: 'json' };

/** The Nodes that `npm run test:nodes` runs, by major version, with the packages that contain Node and its npm. */
export const triedNodes: Readonly<Record<string, { node: keyof Packages; npm: keyof Packages }>> = {
  20: { node: 'node-20', npm: 'npm-10' },
  22: { node: 'node-22', npm: 'npm-10' },
  24: { node: 'node-24', npm: 'npm-11' },
  26: { node: 'node-26', npm: 'npm-11' },
};

type Packages = (typeof manifest)['devDependencies'];

export const majors: readonly string[] = Object.keys(triedNodes);

/** Their versions, such as `20.19.0`. */
export const triedVersions: readonly string[] = Object.values(triedNodes).map(({ node }) =>
  manifest.devDependencies[node].replace(/^.*@/, ''),
);
