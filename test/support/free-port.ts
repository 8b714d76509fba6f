import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/**
 * A free port for a program that can't choose one itself. It is below the ports that connections take as their own: one
 * of those could be taken before the program listens.
 */
export const freePort = () => getPort({ port: Array.from({ length: 5 }, () => randomInt(20_000, 30_000)) });
