/**
 * Express: a page with the visitor's data in it. Here a proxy of the site's own knows the place, says it in headers that
 * it overwrites, and alone reaches this server. A database file does as well: `...maxmind({ country })`.
 */
import express from 'express';
import { relayListener } from 'visitor-elements/relay-node.js';
import { headers } from 'visitor-elements/sources.js';

const { PORT = '8080' } = process.env;

// Headers that your proxy sets on every request, empty if it knows nothing. `maxmind({ country })` needs no proxy.
const relay = relayListener({ ...headers({ country: 'x-country', city: 'x-city' }), trustProxies: 1 });
const inAttribute = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const app = express();
app.use(relay, express.static('node_modules/visitor-elements/dist'));
app.get('/', async (req, res) => {
  const visitor = await relay.lookup(req); // null if nothing is known: the page then requests /origin/
  res.set('Cache-Control', 'private').send(`<!doctype html>
    <script src="/visitor-elements.min.js" data-base-url="/origin/" data-auth="none"
      data-initial-data="${inAttribute(JSON.stringify(visitor))}"></script>
    <p>You are in <visitor-value field="location.city">a place</visitor-value>.</p>`);
});
const server = app.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/`),
);
