/** An example for each export that a page or a server calls, by name. The documentation's tests parse them. */
export const javascriptExamples: Readonly<Record<string, string>> = {
  clearOverride: `
import { clearOverride } from 'visitor-elements';

clearOverride();`,
  configure: `
import { configure } from 'visitor-elements';

configure({ baseUrl: '/origin/', auth: 'none', storage: 'local' });`,
  expose: `
import { expose } from 'visitor-elements';

const stop = expose(); // <html data-visitor-country="DE" …>`,
  formatField: `
import { formatField } from 'visitor-elements';

formatField({ location: { country: { code: 'DE' } } }, 'location.country.name', { locale: 'fr' }); // 'Allemagne'`,
  grantConsent: `
import { grantConsent } from 'visitor-elements';

document.querySelector('#accept').addEventListener('click', grantConsent);`,
  isLookupError: `
import { isLookupError, origin } from 'visitor-elements';

await origin.ip().catch((error) => console.warn(isLookupError(error) ? error.code : error));`,
  matches: `
import { matches } from 'visitor-elements';

matches({ location: { country: { code: 'DE' } } }, { country: '@eea', eu: true }); // true`,
  override: `
import { override } from 'visitor-elements';

override({ location: { country: { code: 'DE' } } });`,
  reset: `
import { reset } from 'visitor-elements/testing.js';

afterEach(() => {
  document.body.replaceChildren();
  reset();
});`,
  respondWith: `
import { respondWith } from 'visitor-elements/testing.js';

respondWith({ location: { country: { code: 'DE' } } });
respondWith('rate-limited');`,
  revokeConsent: `
import { revokeConsent } from 'visitor-elements';

document.querySelector('#reject').addEventListener('click', revokeConsent);`,
  origin: `
import { origin } from 'visitor-elements';

const { location } = await origin.ip();`,
  LookupError: `
import { LookupError } from 'visitor-elements';

const error = new LookupError('rate-limited', 'Too many requests.', { status: 429, retryAfter: 60 });`,
  OriginLookup: `
import { OriginLookup } from 'visitor-elements';

const own = new OriginLookup({ baseUrl: '/origin/', auth: 'none', storage: 'none' });
const stop = own.subscribe('ip', ({ data, error }) => console.log(data, error));`,
  createRelay: `
import { createRelay } from 'visitor-elements/relay.js';
import { cloudflare } from 'visitor-elements/sources.js';

const relay = createRelay(cloudflare());
export default { fetch: (request) => relay(request) };`,
  relayListener: `
import { createServer } from 'node:http';
import { relayListener } from 'visitor-elements/relay-node.js';

createServer(relayListener({ baseUrl: 'https://lookup.example', apiKey: process.env.LOOKUP_KEY })).listen(8081);`,
  cloudflare: `
import { createRelay } from 'visitor-elements/relay.js';
import { cloudflare } from 'visitor-elements/sources.js';

const relay = createRelay({ ...cloudflare(), path: '/who/' });`,
  cloudfront: `
import { relayListener } from 'visitor-elements/relay-node.js';
import { cloudfront } from 'visitor-elements/sources.js';

const relay = relayListener(cloudfront());`,
  fastly: `
import { createRelay } from 'visitor-elements/relay.js';
import { fastly } from 'visitor-elements/sources.js';

const relay = createRelay(fastly());
addEventListener('fetch', (event) => event.respondWith(relay(event.request, event)));`,
  firstAvailable: `
import { firstAvailable, headers, maxmind } from 'visitor-elements/sources.js';

const source = firstAvailable(headers({ country: 'x-country' }).source, maxmind({ country }).source);`,
  headers: `
import { relayListener } from 'visitor-elements/relay-node.js';
import { headers } from 'visitor-elements/sources.js';

const relay = relayListener({ ...headers({ country: 'x-country', city: 'x-city' }), trustProxies: 1 });`,
  maxmind: `
import { open } from 'maxmind';
import { relayListener } from 'visitor-elements/relay-node.js';
import { maxmind } from 'visitor-elements/sources.js';

const relay = relayListener(maxmind({ city: await open('city.mmdb') }));`,
  netlify: `
import { createRelay } from 'visitor-elements/relay.js';
import { netlify } from 'visitor-elements/sources.js';

const relay = createRelay(netlify());
export default (request, context) => relay(request, context);`,
  vercel: `
import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

const relay = createRelay(vercel());
export const GET = (request) => relay(request);`,
};
