import { createServer } from 'node:http';
import next from 'next';
import { announce, node, port } from './settings.js';

const app = next({ dir: new URL('own-server/next', import.meta.url).pathname, dev: true });
await app.prepare();
const handler = app.getRequestHandler();
const server = createServer((req, res) => node(req, res, () => handler(req, res)));
server.listen(port, '127.0.0.1', () => announce(server.address().port));
