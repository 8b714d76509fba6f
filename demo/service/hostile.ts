const MARKUP = '"><script>document.title="hostile"</script><img src=x onerror=document.title="hostile">';
const ADDRESS = 'javascript:document.title="hostile"';
const LONG = 'A'.repeat(1_048_576);

/**
 * A response with hostile text in every documented field. It is text, because an object literal can't have a field
 * named `__proto__`.
 */
export const hostileBody = () =>
  JSON.stringify({
    ip: MARKUP,
    type: ADDRESS,
    hostname: LONG,
    company: { domain: ADDRESS, name: MARKUP, type: 42 },
    connection: { asn: MARKUP, domain: ADDRESS, organization: LONG, route: '../../..', type: '{{7*7}}' },
    currency: { code: '<b>', name: MARKUP, symbol: MARKUP },
    location: {
      continent: { code: MARKUP, name: LONG },
      country: {
        code: '../../../etc/passwd',
        name: MARKUP,
        capital: MARKUP,
        flag: { emoji: MARKUP },
        languages: MARKUP,
      },
      region: { code: MARKUP, name: [[[[MARKUP]]]] },
      city: MARKUP,
      latitude: 1e308,
      longitude: '-0',
      language: { code: 'x-"><script>', name: MARKUP },
      in_eu: 'false',
    },
    security: null,
    time_zone: { id: 'Mars/Olympus<script>', current_time: MARKUP, offset: -1e21 },
    user_agent: { header: LONG, name: MARKUP, device: { type: MARKUP }, os: MARKUP, engine: [] },
    asn: -1,
    name: MARKUP,
    domain: ADDRESS,
    prefixes: { ipv4_count: MARKUP, ipv4: [null, MARKUP, { cidr: ADDRESS }] },
    header: LONG,
    version: MARKUP,
    device: { brand: MARKUP, name: ADDRESS, type: MARKUP },
    os: { name: MARKUP },
    constructor: { prototype: { hostile: true } },
    toString: MARKUP,
    hasOwnProperty: null,
  }).replace('{', '{"__proto__":{"hostile":true},');
