import { VisitorCard } from './visitor-card.js';

/** The visitor's IP address, location and network as a card: the origin IP lookup. */
export class VisitorInfo extends VisitorCard<'ip'> {
  static override readonly tag = 'visitor-info';

  protected override readonly lookup = 'ip';
  protected override readonly titles = [
    'location.city|location.country.name',
    'connection.organization',
    'ip',
  ];
  protected override readonly unknown = 'Unknown place';
  protected override readonly subtitle = 'time_zone.current_time|location.region.name';
  protected override readonly brief = 'ip|connection.organization';
  protected override readonly rows = [
    'ip',
    'connection.organization|connection.asn',
    'user_agent.name user_agent.version_major|user_agent.os.name user_agent.os.version',
    'user_agent.device.type',
    'location.language.name',
    'currency.name',
    'time_zone.current_time',
    'time_zone.name',
  ];
  protected override readonly icon = 'place';
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-info': VisitorInfo;
  }
}
