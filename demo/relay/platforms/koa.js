import Koa from 'koa';
import { announce, node, port } from './settings.js';

const app = new Koa();
app.use(async (context, next) => {
  if (context.path.split('/')[1] !== 'origin') return next();
  context.respond = false;
  node(context.req, context.res);
});
app.use((context) => {
  context.body = 'site';
});
const server = app.listen(port, () => announce(server.address().port));
