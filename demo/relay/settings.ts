import type { AddressInfo, Server } from 'node:net';

/** What the deployments in this folder take from their environment. */
const { PORT = '8081', LOOKUP_URL = 'http://127.0.0.1:8080/', LOOKUP_KEY, VISITOR } = process.env;

export const port = Number(PORT);

/** On one's own machine every visitor comes from a private address: VISITOR stands for them. */
export const clientIp = VISITOR ? { clientIp: () => VISITOR } : {};

/** The relay's options. `LOOKUP_KEY` is the secret: it belongs in the environment, never in the code or the page. */
export const options = {
  baseUrl: LOOKUP_URL,
  apiKey: LOOKUP_KEY,
  ...clientIp,
};

/** Prints where a server listens. */
export function announce(server: Server): void {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
