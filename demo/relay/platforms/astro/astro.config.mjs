import vercel from '@astrojs/vercel';

/** Rendered on the server, on Vercel. */
export default {
  output: 'server',
  adapter: vercel(),
};
