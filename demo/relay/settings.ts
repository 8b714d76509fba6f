import type { AddressInfo, Server } from 'node:net';

/** The environment variables of the deployments in this folder. */
const { PORT = '8081', LOOKUP_URL = 'http://127.0.0.1:8080/', LOOKUP_KEY, VISITOR } = process.env;

export const port = Number(PORT);

/** On a developer's machine every visitor has a private address. VISITOR replaces it. */
export const clientIp = VISITOR ? { clientIp: () => VISITOR } : {};

/** The relay's options. `LOOKUP_KEY` is secret: keep it in the environment, out of the code and the page. */
export const options = {
  baseUrl: LOOKUP_URL,
  apiKey: LOOKUP_KEY,
  ...clientIp,
};

/** Prints a server's URL. */
export function announce(server: Server): void {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
