import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Locked {
  integrity?: string;
  resolved?: string;
  /** A link to a folder of this repository, which needs no hash. */
  link?: true;
  /** A file inside another package, whose hash is known. */
  inBundle?: true;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' });

/** The paths at which Node looks for a package that another package imports. */
function places(from: string, name: string): string[] {
  const parts = from.split('/node_modules/');
  return [
    ...parts.map(
      (_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules/${name}`,
    ),
    `node_modules/${name}`,
  ];
}

for (const file of files.trim().split('\n')) {
  const { packages } = JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as {
    packages: Record<string, Locked>;
  };

  test(`${file} names every package, including those of other systems, or npm ci would refuse it`, () => {
    const missing = Object.entries(packages)
      .filter(([from]) => !from.startsWith('..'))
      .flatMap(([from, locked]) =>
        Object.keys({
          ...locked.dependencies,
          ...locked.optionalDependencies,
          ...(from ? {} : locked.devDependencies),
        })
          .filter((name) => !places(from, name).some((place) => packages[place]))
          .map((name) => `${from || file} asks for ${name}`),
      );
    expect(missing).toEqual([]);
  });

  test(`${file} has a hash for every package`, () => {
    const installed = Object.entries(packages).filter(
      ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
    );
    const unsure = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(unsure.map(([path]) => path)).toEqual([]);
    const bound = Object.entries(packages).filter(([, { resolved }]) => /:|\/\//.test(resolved ?? ''));
    expect(bound.map(([path, { resolved }]) => `${path} from ${resolved}`)).toEqual([]);
  });
}
