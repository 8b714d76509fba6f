/** The relay as a separate server, for a container behind the load balancer through which the site's pages come too. */
import { createServer } from 'node:http';
import { relayListener } from 'visitor-elements/relay-node.js';

const { LOOKUP_URL, LOOKUP_KEY, TRUST_PROXIES = '0', PORT = '8080' } = process.env;

const relay = relayListener({
  baseUrl: LOOKUP_URL,
  apiKey: LOOKUP_KEY,
  trustProxies: Number(TRUST_PROXIES),
});
// Outside of /origin/ there is only the load balancer's health check.
const server = createServer((req, res) => relay(req, res, () => res.end('ok')));
// Longer than a load balancer keeps an idle connection: otherwise some visitors get 502.
server.keepAliveTimeout = 65_000;
server.listen(Number(PORT), () => console.log(`http://127.0.0.1:${server.address().port}/`));
// Responses under way are completed first.
process.on('SIGTERM', () => server.close());
