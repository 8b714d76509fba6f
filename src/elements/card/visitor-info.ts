import { VisitorCard } from './visitor-card.js';

/** The visitor's IP address, location and network as a card: the origin IP lookup. */
export class VisitorInfo extends VisitorCard<'ip'> {
  static override readonly tag = 'visitor-info';

  protected override readonly lookup = 'ip';
  protected override readonly defaults = {
    titles: ['location.city|location.country.name', 'connection.organization', 'ip'],
    unknown: 'Unknown place',
    subtitle: 'time_zone.current_time|location.region.name',
    brief: 'ip|connection.organization',
    rows: [
      'ip',
      'connection.organization|connection.asn',
      'user_agent.name user_agent.version_major|user_agent.os.name user_agent.os.version',
      'user_agent.device.type',
      'location.language.name',
      'currency.name',
      'time_zone.current_time',
      'time_zone.name',
    ],
    icon: 'place',
  } as const;
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-info': VisitorInfo;
  }
}
