/** The environment variables of the programs here, and the relay as a Node listener. */
import { relayListener } from 'visitor-elements/relay-node.js';

const { PORT = '0', LOOKUP_URL, LOOKUP_KEY, PROXIES = '0' } = process.env;

export const port = Number(PORT);

export const node = relayListener({
  baseUrl: LOOKUP_URL,
  apiKey: LOOKUP_KEY,
  trustProxies: Number(PROXIES),
});

export const announce = (port) => console.log(`http://127.0.0.1:${port}/`);
