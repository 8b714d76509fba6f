import { VisitorCard } from './visitor-card.js';

/** The visitor's autonomous system as a card: the origin ASN lookup. */
export class VisitorAsn extends VisitorCard<'asn'> {
  static override readonly tag = 'visitor-asn';

  protected override readonly lookup = 'asn';
  protected override readonly titles = ['name', 'asn'];
  protected override readonly subtitle = 'asn|type';
  protected override readonly rows = [
    'country_code',
    'registry',
    'domain',
    'allocated',
    'prefixes.ipv4_count',
    'prefixes.ipv6_count',
  ];
  protected override readonly icon = 'network';
  protected override readonly scope = 'connection.';
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-asn': VisitorAsn;
  }
}
