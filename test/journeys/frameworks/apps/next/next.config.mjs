import { fileURLToPath } from 'node:url';

export default {
  distDir: '../../out/next',
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
};
