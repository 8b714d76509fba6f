import Fastify from 'fastify';
import { announce, node, port } from './settings.js';

const app = Fastify();
app.addHook('onRequest', (request, reply, done) => node(request.raw, reply.raw, done));
app.get('/', () => 'site');
await app.listen({ port });
announce(app.server.address().port);
