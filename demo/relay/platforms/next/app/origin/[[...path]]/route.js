/** Next.js: the relay at /origin/. */
import { relay } from '../../relay.js';

export const GET = (request) => relay(request);
