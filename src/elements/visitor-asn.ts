import { VisitorCard } from './visitor-card.js';

/** The visitor's autonomous system, as a card: the origin ASN lookup. */
export class VisitorAsn extends VisitorCard<'asn'> {
  static override readonly tag = 'visitor-asn';

  protected override readonly lookup = 'asn';
  protected override readonly rows = 4;
  protected override readonly known = {
    asn: 'AS number',
    name: 'Name',
    country_code: 'Country',
    registry: 'Registry',
    type: 'Type',
    domain: 'Domain',
    allocated: 'Allocated',
    'prefixes.ipv4_count': 'IPv4 prefixes',
    'prefixes.ipv6_count': 'IPv6 prefixes',
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-asn': VisitorAsn;
  }
}
