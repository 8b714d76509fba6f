import node from '@astrojs/node';

/** Rendered on the server, for a server of one's own. */
export default {
  output: 'server',
  adapter: node({ mode: 'middleware' }),
};
