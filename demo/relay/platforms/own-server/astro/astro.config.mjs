import node from '@astrojs/node';

/** Rendered on the server, behind the relay of `astro.js`. */
export default {
  output: 'server',
  adapter: node({ mode: 'middleware' }),
};
