import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce, node, port } from './settings.js';

const app = new Hono();
app.get('/', (context) => context.text('site'));
serve(
  {
    fetch: app.fetch,
    port,
    createServer: (options, onward) =>
      createServer(options, (req, res) => node(req, res, () => onward(req, res))),
  },
  (info) => announce(info.port),
);
