/**
 * A site whose relay uses a database file on the server for the visitor's country, and the User-Agent for the browser.
 * It needs no key, no credits and no third party. This file has only countries, so `/origin/AS` gets 404. With a file
 * of networks, `maxmind({ country, asn })` would add `connection`. To try it:
 *
 *     VISITOR=81.2.69.142 npx tsx demo/relay/database.ts
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { type CountryResponse, open } from 'maxmind';
import { relayListener } from 'visitor-elements/relay-node.js';
import { maxmind } from 'visitor-elements/sources.js';
import { announce, clientIp, port } from './settings.js';
import { serveSite } from './site.js';

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const country = await open<CountryResponse>(createRequire(import.meta.url).resolve(FILE));

const relay = relayListener({
  ...clientIp,
  source: {
    ...maxmind({ country }).source,
    browser(userAgent) {
      const { browser, os, platform } = Bowser.parse(userAgent);
      const { name, version } = browser;
      const type = isbot(userAgent) ? 'robot' : 'browser';
      return { header: userAgent, name, type, version, os, device: { type: platform.type } };
    },
  },
});

const server = createServer((req, res) => relay(req, res, () => serveSite(req, res)));
server.listen(port, '127.0.0.1', () => announce(server));
