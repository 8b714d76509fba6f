/**
 * A site and its relay in an Express app. To try it: `npm run service` in one terminal, and in another
 *
 *     LOOKUP_KEY=demo-open VISITOR=81.2.69.142 npx tsx demo/relay/express.ts
 */
import express from 'express';
import { relayListener } from 'visitor-elements/relay-node.js';
import { announce, options, port } from './settings.js';
import { repositoryRoot } from './site.js';

const app = express();
app.use(relayListener(options));
app.use('/dist', express.static(`${repositoryRoot}dist`));
app.get('/', (_req, res) => res.sendFile(`${repositoryRoot}demo/relay/page.html`));

const server = app.listen(port, '127.0.0.1', () => announce(server));
