/**
 * A site and its relay in one plain Node server. To try it: `npm run service` in one terminal, and in another
 *
 *     LOOKUP_KEY=demo-open VISITOR=81.2.69.142 npx tsx demo/relay/node.ts
 */
import { createServer } from 'node:http';
import { relayListener } from 'visitor-elements/relay-node.js';
import { announce, options, port } from './settings.js';
import { serveSite } from './site.js';

const relay = relayListener(options);

const server = createServer((req, res) => relay(req, res, () => serveSite(req, res)));
server.listen(port, '127.0.0.1', () => announce(server));
