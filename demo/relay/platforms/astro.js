import { createServer } from 'node:http';
import { build } from 'astro';
import { announce, node, port } from './settings.js';

const root = new URL('own-server/astro/', import.meta.url);
await build({ root: root.pathname, logLevel: 'error' });
const { handler } = await import(new URL('dist/server/entry.mjs', root).href);
const server = createServer((req, res) => node(req, res, () => handler(req, res)));
server.listen(port, '127.0.0.1', () => announce(server.address().port));
