import { VisitorCard } from './visitor-card.js';

/** The visitor's autonomous system as a card: the origin ASN lookup. */
export class VisitorAsn extends VisitorCard<'asn'> {
  static override readonly tag = 'visitor-asn';

  protected override readonly lookup = 'asn';
  protected override readonly defaults = {
    titles: ['name', 'asn'],
    subtitle: 'asn|type',
    rows: ['country_code', 'registry', 'domain', 'allocated', 'prefixes.ipv4_count', 'prefixes.ipv6_count'],
    icon: 'network',
    scope: 'connection.',
  } as const;
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-asn': VisitorAsn;
  }
}
