import { sizeOfScript } from '../../build/sizes.js';
import manifest from '../../package.json' with { type: 'json' };

export const { version } = manifest;

/** Where the package's source is, once `package.json` says so. */
export const repository = ((): string | undefined => {
  const { repository } = manifest as { repository?: string | { url: string } };
  return (typeof repository === 'object' ? repository.url : repository)?.replaceAll(/^git\+|\.git$/g, '');
})();

/** The size of the script with every element as it is sent, `32.8 kB`. */
export const scriptSize = (): string => `${sizeOfScript('visitor-elements.min.js')} kB`;
