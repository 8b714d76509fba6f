/**
 * Next.js: the relay at /origin/. On a server of your own put the listener before Next's handler instead: `../../../next.js`
 * does.
 */
import { relay } from '../../relay.js';

export const dynamic = 'force-dynamic';

export const GET = (request) => relay(request);
