/** Next.js: the relay at /origin/. */
import { relay } from '../../relay.js';

export const dynamic = 'force-dynamic';

export const GET = (request) => relay(request);
