/**
 * A worker whose relay asks nobody: Cloudflare knows where a request comes from, and says so in `request.cf`. No key, no
 * credit, no third party. To try it here, in the same runtime (workerd):
 *
 *     VISITOR=81.2.69.142 npx tsx demo/relay/workerd.ts edge.ts
 */
import { createRelay } from 'visitor-elements/relay.js';

/** What Cloudflare knows of a request, as far as it is used here. */
interface Knowledge {
  asn?: number;
  asOrganization?: string;
  continent?: string;
  country?: string;
  region?: string;
  regionCode?: string;
  city?: string;
  postalCode?: string;
  latitude?: string;
  longitude?: string;
  timezone?: string;
  isEUCountry?: '1';
}

const number = (text: string | undefined) => (text === undefined ? null : Number(text));

function dataOf({ cf }: Request & { cf?: Knowledge }) {
  if (!cf?.country) return null;
  const { country, regionCode } = cf;
  return {
    connection: { asn: cf.asn ?? null, organization: cf.asOrganization ?? null },
    location: {
      continent: { code: cf.continent ?? null },
      country: { code: country, name: new Intl.DisplayNames('en', { type: 'region' }).of(country) },
      region: { code: regionCode ? `${country}-${regionCode}` : null, name: cf.region ?? null },
      city: cf.city ?? null,
      postal: cf.postalCode ?? null,
      latitude: number(cf.latitude),
      longitude: number(cf.longitude),
      in_eu: cf.isEUCountry === '1',
    },
    time_zone: { id: cf.timezone ?? null },
  };
}

let relay: ReturnType<typeof createRelay> | undefined;

export default {
  fetch(request: Request, { VISITOR }: { VISITOR?: string }): Promise<Response> {
    relay ??= createRelay({
      address: ({ headers }) => headers.get('cf-connecting-ip') ?? VISITOR,
      source: { ip: (_address, request) => dataOf(request) },
    });
    return relay(request);
  },
};
