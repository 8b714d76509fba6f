/** The relay as a separate server, for a container behind the load balancer through which the site's pages come too. */
import { createServer } from 'node:http';
import { relayListener } from 'visitor-elements/relay-node.js';

const { LOOKUP_URL, LOOKUP_KEY, TRUST_PROXIES = '0', PORT = '8080' } = process.env;

const relay = relayListener({
  baseUrl: LOOKUP_URL,
  apiKey: LOOKUP_KEY,
  trustProxies: Number(TRUST_PROXIES),
});
const server = createServer(relay);
server.listen(Number(PORT), () => console.log(`http://127.0.0.1:${server.address().port}/`));
// Responses under way are completed first.
process.on('SIGTERM', () => server.close());
