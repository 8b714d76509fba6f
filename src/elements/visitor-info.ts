import { VisitorCard } from './visitor-card.js';

/** Who is visiting, as a card: the origin IP lookup. */
export class VisitorInfo extends VisitorCard<'ip'> {
  static override readonly tag = 'visitor-info';

  protected override readonly lookup = 'ip';
  protected override readonly rows = 8;
  protected override readonly known = {
    ip: 'IP address',
    'location.country.name': 'Country',
    'location.region.name': 'Region',
    'location.city': 'City',
    'time_zone.current_time': 'Local time',
    'connection.organization': 'Network',
    'connection.asn': 'AS number',
    'user_agent.name': 'Browser',
    'user_agent.os.name': 'System',
    'location.language.name': 'Language',
    'currency.name': 'Currency',
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-info': VisitorInfo;
  }
}
