/** What a page shows with a relay for each data source, in a browser with the built script. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { open } from 'maxmind';
import { createRelay } from '../../src/relay/index.js';
import { toRequest } from '../../src/relay/node-request.js';
import {
  cloudflare,
  cloudfront,
  fastly,
  firstAvailable,
  headers,
  maxmind,
  netlify,
  vercel,
} from '../../src/relay/sources/index.js';
import { VISITOR } from '../support/relay.js';
import { type Running, serveListener } from '../support/service.js';
import { expect, test } from './fixtures.js';

const script = readFileSync(new URL('../../dist/visitor-elements.min.js', import.meta.url));

const page = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
  <script src="script.js" data-base-url="origin/" data-auth="none" data-storage="none" data-retries="0"></script>
  <p>You are in <visitor-value id="city" field="location.city">a place</visitor-value>,
    <visitor-value id="country" field="location.country.code">a country</visitor-value>,
    where it is <visitor-value id="clock" field="time_zone.current_time">day or night</visitor-value>.</p>
  <p>You pay in <visitor-value id="currency" field="currency.code" as="text">some currency</visitor-value>.</p>
  <visitor-switch id="eu"><template data-eu="true">inside</template><template data-eu="false">outside</template>unknown</visitor-switch>
  <visitor-info></visitor-info>`;

/** What the page shows of a visitor, without a city or time zone that the source doesn't have. */
interface Shown {
  city?: string;
  country: string;
  zone?: string;
  currency: string;
  eu: 'inside' | 'outside';
}

interface Source {
  relay: (request: Request, context: never) => Promise<Response>;
  /** Headers that the platform adds to the visitor's request. */
  sent?: Record<string, string>;
  /** The `cf` property that the platform adds to the request. */
  cf?: object;
  /** The platform's second argument to the relay. */
  context?: unknown;
  shows: Shown;
}

const country = await open<never>(
  createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  ),
);
/** https://dev.maxmind.com/geoip/docs/databases/city-and-country/city-binary */
const city = {
  get: () => ({
    city: { names: { en: 'London' } },
    country: { iso_code: 'GB', names: { en: 'United Kingdom' } },
    location: { latitude: 51.5142, longitude: -0.0931, time_zone: 'Europe/London' },
  }),
};
const address = () => VISITOR;
const nameless = headers({ country: 'x-country', city: 'x-city', timeZone: 'x-time-zone' });

const sources: Record<string, Source> = {
  cloudflare: {
    relay: createRelay(cloudflare()),
    sent: { 'cf-connecting-ip': VISITOR },
    cf: { country: 'DE', isEUCountry: '1', continent: 'EU', city: 'Bremen', timezone: 'Europe/Berlin' },
    shows: { city: 'Bremen', country: 'DE', zone: 'Europe/Berlin', currency: 'EUR', eu: 'inside' },
  },
  vercel: {
    relay: createRelay(vercel()),
    sent: {
      'x-vercel-forwarded-for': VISITOR,
      'x-vercel-ip-country': 'BR',
      'x-vercel-ip-city': 'S%C3%A3o%20Paulo',
      'x-vercel-ip-timezone': 'America/Sao_Paulo',
    },
    shows: { city: 'São Paulo', country: 'BR', zone: 'America/Sao_Paulo', currency: 'BRL', eu: 'outside' },
  },
  netlify: {
    relay: createRelay(netlify()),
    context: {
      ip: VISITOR,
      geo: { city: 'Montréal', country: { code: 'CA', name: 'Canada' }, timezone: 'America/Toronto' },
    },
    shows: { city: 'Montréal', country: 'CA', zone: 'America/Toronto', currency: 'CAD', eu: 'outside' },
  },
  cloudfront: {
    relay: createRelay(cloudfront()),
    sent: {
      'cloudfront-viewer-address': '2001:4860:4860::8888:46532',
      'cloudfront-viewer-country': 'FI',
      'cloudfront-viewer-city': 'Helsinki',
      'cloudfront-viewer-time-zone': 'Europe/Helsinki',
    },
    shows: { city: 'Helsinki', country: 'FI', zone: 'Europe/Helsinki', currency: 'EUR', eu: 'inside' },
  },
  fastly: {
    relay: createRelay(fastly()),
    context: {
      client: {
        address: VISITOR,
        geo: { city: 'tokyo', country_code: 'JP', latitude: 999.9, longitude: 999.9 },
      },
    },
    shows: { city: 'Tokyo', country: 'JP', currency: 'JPY', eu: 'outside' },
  },
  headers: {
    relay: createRelay({ ...nameless, clientIp: address }),
    sent: { 'x-country': 'CH', 'x-city': 'Z\xc3\xbcrich', 'x-time-zone': 'Europe/Zurich' },
    shows: { city: 'Zürich', country: 'CH', zone: 'Europe/Zurich', currency: 'CHF', eu: 'outside' },
  },
  maxmind: {
    relay: createRelay({ ...maxmind({ city, country }), clientIp: address }),
    shows: { city: 'London', country: 'GB', zone: 'Europe/London', currency: 'GBP', eu: 'outside' },
  },
  'a file that npm installs': {
    relay: createRelay({ ...maxmind({ country }), clientIp: () => '2001:4ca0::1' }),
    shows: { country: 'DE', currency: 'EUR', eu: 'inside' },
  },
  first: {
    relay: createRelay({
      source: firstAvailable(nameless.source, maxmind({ city }).source),
      clientIp: address,
    }),
    shows: { city: 'London', country: 'GB', zone: 'Europe/London', currency: 'GBP', eu: 'outside' },
  },
};

/** What the visitor sees of the elements with an id, and the text of the card. */
const seen = `({
  ...Object.fromEntries([...document.querySelectorAll('[id]')].map((element) =>
    [element.id, (element.shadowRoot?.textContent.trim() || element.innerText).trim()])),
  card: document.querySelector('visitor-info').shadowRoot?.textContent ?? '',
})`;

test.describe('a page with each data source shows the source’s data', () => {
  let server: Running;
  test.beforeAll(async () => {
    server = await serveListener(async (req, res) => {
      const [, name = '', path = ''] = decodeURIComponent(req.url ?? '').split('/');
      if (path === 'script.js') return res.setHeader('content-type', 'text/javascript').end(script);
      if (path !== 'origin') return res.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      const source = sources[name];
      const request = source && askedOf(source, req, `/origin/`);
      const answer = request && (await source.relay(request, source.context as never));
      return res
        .writeHead(answer?.status ?? 500, { 'content-type': 'application/json' })
        .end(await answer?.text());
    });
  });
  test.afterAll(() => server.close());

  /** The visitor's request as the platform passes it on. */
  function askedOf({ sent, cf }: Source, req: IncomingMessage, path: string): Request {
    const request = toRequest(req, path);
    for (const [name, value] of Object.entries(sent ?? {})) request.headers.set(name, value);
    return Object.assign(request, { cf });
  }

  for (const [name, { shows }] of Object.entries(sources))
    test(name, async ({ page }) => {
      await page.goto(`${server.base}/${encodeURIComponent(name)}/`);
      const { city = 'a place', zone, ...rest } = shows;
      const time = { timeStyle: 'short', ...(zone && { timeZone: zone }) } as const;
      const now = () => (zone ? new Intl.DateTimeFormat('en', time).format(new Date()) : 'day or night');
      const place = new Intl.DisplayNames('en', { type: 'region' }).of(shows.country) ?? '';
      const look = async () => {
        const { clock, card = '', ...texts } = await page.evaluate<Record<string, string>>(seen);
        const named = [shows.city ?? '', place].filter((name) => card.includes(name));
        return { ...texts, hasItsTime: clock === now(), named };
      };
      await expect.poll(look).toEqual({ city, ...rest, hasItsTime: true, named: [shows.city ?? '', place] });
    });
});
